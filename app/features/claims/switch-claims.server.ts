import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { listClaims } from "#app/features/settings/claims.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import {
  lockSettings,
  readSettings,
  storeSetting,
} from "#app/features/settings/store-settings.server.ts";
import { ADVISORY_LOCKS } from "#app/lib/advisory-locks.ts";
import { isNightlyDue } from "#app/lib/is-nightly-due.ts";
import { withSessionLock } from "#app/lib/session-lock.server.ts";
import { assessClaim } from "./assess-claim.ts";
import { measureEvidence } from "./measure-evidence.server.ts";

/** Ids of the claims that what is recorded does not support, in their order. */
async function listUnprovenClaims({ db, now }: ActionContext): Promise<string[]> {
  const figures = await measureEvidence(db, { now, site: await getSiteSettings(db) });
  return listClaims()
    .filter(({ evidence }) =>
      ["unproven", "missing"].includes(assessClaim(evidence, figures).state),
    )
    .map(({ id }) => id);
}

/** Stores which claims are neutral for lack of evidence. @returns what changed */
async function storeUnproven(
  tx: Transaction,
  { actor, now }: ActionContext,
  value: readonly string[],
): Promise<{ neutral: string[]; restored: string[] }> {
  const stored = (await readSettings(tx, ["unprovenClaims"])).get("unprovenClaims");
  const before: readonly unknown[] = Array.isArray(stored) ? stored : [];
  // Also without a change: the row's time tells when the claims were checked last.
  await storeSetting(tx, { key: "unprovenClaims", value, actor, now });
  return {
    neutral: value.filter((id) => !before.includes(id)),
    restored: before.map(String).filter((id) => !value.includes(id)),
  };
}

const isOn = async (tx: Transaction) =>
  (await readSettings(tx, ["claimsOnlyWithEvidence"])).get("claimsOnlyWithEvidence") === true;

/**
 * Turns "claims only with evidence" on or off. On: claims without evidence are neutral at once, and
 * are checked every night. Off: only the switches of staff count. Claims that nothing can measure
 * stay as staff switched them.
 */
export async function setClaimsOnlyWithEvidence(
  context: ActionContext,
  { isOn: to }: { isOn: boolean },
): Promise<void> {
  const { actor, now } = context;
  const unproven = to ? await listUnprovenClaims(context) : [];
  await withTransaction(context.db, async (tx) => {
    await lockSettings(tx);
    const from = await isOn(tx);
    await storeSetting(tx, { key: "claimsOnlyWithEvidence", value: to, actor, now });
    const changes = await storeUnproven(tx, context, unproven);
    await recordAudit(tx, context, {
      action: "claims-only-with-evidence",
      entity: "settings",
      entityId: "claimsOnlyWithEvidence",
      changes: { on: { from, to }, ...changes },
    });
  });
}

/**
 * Once a night, where "claims only with evidence" is on, switches claims that have lost their
 * evidence to the neutral wording, and back those that have it now. One audit row where something
 * changed.
 * @returns null where it is off, not due, or run by another instance
 */
export async function switchClaimsNightly(
  context: ActionContext,
  { timeZone }: { timeZone: string },
): Promise<{ neutral: string[]; restored: string[] } | null> {
  const { db, now } = context;
  return withSessionLock(db, ADVISORY_LOCKS.switchClaims, async () => {
    const [last] = await db
      .select({ at: settings.updatedAt })
      .from(settings)
      .where(eq(settings.key, "unprovenClaims"));
    if (!isNightlyDue({ now, lastRunAt: last?.at ?? null, timeZone })) return null;
    if (!(await getSiteSettings(db)).claimsOnlyWithEvidence) return null;
    const unproven = await listUnprovenClaims(context);
    return withTransaction(db, async (tx) => {
      await lockSettings(tx);
      // Somebody may have turned it off meanwhile.
      if (!(await isOn(tx))) return null;
      const changes = await storeUnproven(tx, context, unproven);
      if (!isDeepStrictEqual(changes, { neutral: [], restored: [] }))
        await recordAudit(tx, context, {
          action: "switch-claims",
          entity: "settings",
          entityId: "unprovenClaims",
          changes,
        });
      return changes;
    });
  });
}
