import type { Connection } from "#app/db/transaction.server.ts";
import { toBusinessDay } from "#app/lib/business-days.ts";
import { CHECK_LABELS, REQUIRED_CHECKS } from "../constants.ts";
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

/** What staff checked of a company, or that they have no proof of what matters most. */
export type ShownCheck = { text: string; isProven: boolean };

/** What customers read of a provider: license and insurance each, proven or not; then what else is. */
export async function listShownChecks(
  db: Connection,
  options: { providerId: string; now: Date; timeZone: string },
): Promise<ShownCheck[]> {
  const evidence = await listShownEvidence(db, options);
  const required: readonly string[] = REQUIRED_CHECKS;
  return [
    ...REQUIRED_CHECKS.map((check) => {
      const found = evidence.find((shown) => shown.check === check);
      return found
        ? { text: found.text, isProven: true }
        : { text: `${CHECK_LABELS[check]}: no current proof on file.`, isProven: false };
    }),
    ...evidence
      .filter(({ check }) => !required.includes(check))
      .map(({ text }) => ({ text, isProven: true })),
  ];
}
