import type { ActionContext } from "#app/db/action-context.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { type ChainReport, verifyConsentChain } from "./verify-chain.server.ts";

/** Verifies every sealed consent record on request, and records the result in the audit log. */
export async function checkConsentChain(context: ActionContext): Promise<ChainReport> {
  const report = await verifyConsentChain(context.db);
  await recordAudit(context.db, context, {
    action: "verify",
    entity: "consent-chain",
    changes: {
      checked: report.checked,
      unsealed: report.unsealed,
      damage: report.damage?.seq ?? null,
    },
  });
  return report;
}
