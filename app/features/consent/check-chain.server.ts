import type { AppContext } from "#app/app-context.ts";
import { writeAudit } from "#app/features/audit/write-audit.server.ts";
import { type ChainReport, verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";

/** Checks every sealed consent record for a person who asks, and writes down what was found. */
export async function checkConsentChain(
  { db, now }: Pick<AppContext, "db" | "now">,
  { actor, requestId }: { actor: string; requestId: string },
): Promise<ChainReport> {
  const report = await verifyConsentChain(db);
  const changes = {
    checked: report.checked,
    unsealed: report.unsealed,
    damage: report.damage?.seq ?? null,
  };
  await writeAudit(db.$client, {
    actor,
    action: "verify",
    entity: "consent-chain",
    changes,
    requestId,
    now: now(),
  });
  return report;
}
