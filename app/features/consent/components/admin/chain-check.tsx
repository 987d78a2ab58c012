import { Button } from "#app/components/admin/button.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { ChainReport } from "../../verify-chain.server.ts";

/** Verifies on demand that no consent record was changed, removed or inserted. */
export function ChainCheck() {
  const fetcher = useFetcher<ChainReport>();
  const busy = fetcher.state !== "idle";
  const report = busy ? undefined : fetcher.data;
  return (
    <section
      aria-labelledby="chain"
      className="panel-card flex flex-wrap items-center justify-between gap-4 p-5"
    >
      <div className="max-w-2xl">
        <h3 id="chain" className="font-display text-lg font-extrabold">
          Consent chain
        </h3>
        <p className="text-muted">
          Every consent record is linked to the one before it. The check reads all of them and
          reports the first that does not match.
        </p>
      </div>
      <fetcher.Form method="post">
        <Button type="submit" disabled={busy}>
          {busy ? "Checking" : "Check the chain"}
        </Button>
      </fetcher.Form>
      <div role="status" className="w-full">
        {report ? <ChainResult report={report} /> : null}
      </div>
    </section>
  );
}

function ChainResult({ report: { checked, unsealed, damage } }: { report: ChainReport }) {
  const waiting =
    unsealed > 0
      ? ` ${formatQuantity(unsealed, "record")} not sealed yet: the sealer runs each second.`
      : "";
  if (!damage)
    return (
      <p className="font-semibold text-ok">{`The chain is intact: ${formatQuantity(checked, "record")} checked.${waiting}`}</p>
    );
  return (
    <p className="font-semibold text-danger wrap-anywhere">
      {`Damage at link ${damage.seq}, record ${damage.recordId}: ${damage.problem}. ${formatQuantity(checked, "record")} before it are whole.${waiting}`}
    </p>
  );
}
