import type { Connection } from "#app/db/transaction.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { describeForCustomers } from "./describe-paper.ts";
import { listValidEvidence } from "./evidence.sql.ts";

/** What customers read of a provider's valid evidence, by check. */
export async function listShownEvidence(
  db: Connection,
  options: { providerId: string; now: Date; timeZone: string },
): Promise<{ check: string; text: string }[]> {
  const { providerId, now, timeZone } = options;
  const today = toBusinessDay(now, timeZone);
  const evidence = await listValidEvidence.rows(db, { providerId, today });
  return evidence.flatMap(({ check, checkedAt, validUntil, number, issuer }) => {
    const checked = toBusinessDay(checkedAt, timeZone);
    const paper = number !== null && issuer !== null ? { number, issuer } : null;
    const text = describeForCustomers({ check, checked, validUntil, paper }, today);
    return text ? [{ check, text }] : [];
  });
}
