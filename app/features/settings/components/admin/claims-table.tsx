import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import type { ShownClaim } from "../../list-shown-claims.server.ts";

/** Every absolute claim with both wordings; the one that visitors read stands in full ink. */
export function ClaimsTable({ claims }: { claims: ShownClaim[] }) {
  return (
    <div className="panel-card overflow-x-auto">
      <table className="data-table">
        <thead>
          <tr>
            <th scope="col">Claim</th>
            <th scope="col">Neutral wording</th>
            <th scope="col">Show neutral</th>
          </tr>
        </thead>
        <tbody>
          {claims.map((claim) => (
            <ClaimRow key={claim.id} claim={claim} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ClaimRow({ claim }: { claim: ShownClaim }) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  const asked = fetcher.formData?.get("neutral");
  const neutral = asked ? asked === "yes" : claim.isNeutral;
  return (
    <tr>
      <td className={neutral ? "text-muted" : "font-semibold"}>{claim.wording}</td>
      <td className={neutral ? "font-semibold" : "text-muted"}>{claim.neutral}</td>
      <td>
        <fetcher.Form method="post">
          <input type="hidden" name="claim" value={claim.id} />
          <button
            type="submit"
            role="switch"
            aria-checked={neutral}
            aria-label={`Neutral wording for "${claim.wording}"`}
            name="neutral"
            value={neutral ? "no" : "yes"}
            className={`flex h-7 w-12 items-center rounded-full border-2 p-0.5 ${neutral ? "justify-end border-ok bg-ok" : "border-muted bg-sand"}`}
          >
            <span className={`size-5 rounded-full ${neutral ? "bg-paper" : "bg-muted"}`} />
          </button>
        </fetcher.Form>
      </td>
    </tr>
  );
}
