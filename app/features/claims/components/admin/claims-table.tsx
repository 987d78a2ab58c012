import { Badge } from "#app/components/admin/badge.tsx";
import { DataTable } from "#app/components/admin/data-table.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import type { ClaimsPageData } from "../../loaders.server.ts";
import { Switch } from "./switch.tsx";

type Claim = ClaimsPageData["claims"][number];

const isShownNeutral = ({ isNeutral, isUnproven }: Claim) => isNeutral || isUnproven;

/** Every absolute claim with both wordings and its evidence; the wording on the site is emphasized. */
export function ClaimsTable({ claims }: Pick<ClaimsPageData, "claims">) {
  return (
    <div className="panel-card">
      <DataTable
        caption="Claims"
        columns={[
          {
            header: "Claim",
            cell: (claim) => (
              <span className={isShownNeutral(claim) ? "text-muted" : "font-semibold"}>
                {claim.wording}
              </span>
            ),
          },
          {
            header: "Neutral wording",
            from: "lg",
            cell: (claim) => <NeutralWording claim={claim} />,
            narrow: (claim) => (
              <p>
                Neutral: <NeutralWording claim={claim} />
              </p>
            ),
          },
          {
            header: "Evidence",
            from: "md",
            cell: (claim) => <Evidence claim={claim} />,
            narrow: (claim) => <Evidence claim={claim} />,
          },
          { header: "Show neutral", cell: (claim) => <ClaimSwitch claim={claim} /> },
        ]}
        rows={claims}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

const NeutralWording = ({ claim }: { claim: Claim }) => (
  <span className={isShownNeutral(claim) ? "font-semibold" : "text-muted"}>{claim.neutral}</span>
);

const BADGES = {
  proven: <Badge tone="ok">Supported</Badge>,
  unproven: <Badge tone="danger">Not supported</Badge>,
  missing: <Badge tone="warning">No evidence yet</Badge>,
  "your-word": null,
} as const;

function Evidence({ claim: { state, figure, needed, isUnproven } }: { claim: Claim }) {
  return (
    <div className="grid gap-1 py-1 text-[0.9375rem]">
      {BADGES[state] ? <p>{BADGES[state]}</p> : null}
      <p>{figure}</p>
      {needed ? <p className="text-muted">{needed}</p> : null}
      {isUnproven ? (
        <p className="font-semibold">
          {state === "proven"
            ? "Neutral until the check of this night."
            : "Neutral while there is no evidence."}
        </p>
      ) : null}
    </div>
  );
}

function ClaimSwitch({ claim }: { claim: Claim }) {
  const fetcher = useFetcher<{ done?: string }>();
  useResultToast(fetcher.data);
  const submitted = fetcher.formData?.get("neutral");
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="claim" value={claim.id} />
      <Switch
        label={`Neutral wording for "${claim.wording}"`}
        name="neutral"
        isOn={submitted ? submitted === "yes" : claim.isNeutral}
      />
    </fetcher.Form>
  );
}
