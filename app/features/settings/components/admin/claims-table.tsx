import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import type { ShownClaim } from "../../loaders.server.ts";

/** Every absolute claim with both wordings; the one that visitors see is emphasized. */
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
  const submitted = fetcher.formData?.get("neutral");
  const isNeutral = submitted ? submitted === "yes" : claim.isNeutral;
  return (
    <tr>
      <td className={isNeutral ? "text-muted" : "font-semibold"}>{claim.wording}</td>
      <td className={isNeutral ? "font-semibold" : "text-muted"}>{claim.neutral}</td>
      <td>
        <fetcher.Form method="post">
          <input type="hidden" name="claim" value={claim.id} />
          <button
            type="submit"
            role="switch"
            aria-checked={isNeutral}
            aria-label={`Neutral wording for "${claim.wording}"`}
            name="neutral"
            value={isNeutral ? "no" : "yes"}
            className={`flex h-7 w-12 items-center rounded-full border-2 p-0.5 ${isNeutral ? "justify-end border-ok bg-ok" : "border-muted bg-sand"}`}
          >
            <span className={`size-5 rounded-full ${isNeutral ? "bg-paper" : "bg-muted"}`} />
          </button>
        </fetcher.Form>
      </td>
    </tr>
  );
}
