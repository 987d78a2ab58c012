import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { ledgerEntries, ledgerLines } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  addToBalances,
  findUnbalancedProviders,
  insertEntries,
  insertLines,
} from "./ledger.sql.ts";

/**
 * Credits of providers as double-entry bookkeeping: what a provider gains, another account loses.
 * The database refuses an entry that does not balance and a change of old ones; `providers.credits`
 * is updated with the ledger in one transaction.
 */

/** The account of the other line, by the kind of entry. */
const OTHER_SIDE = {
  /** Bought and paid: credits come out of the cash account. */
  purchase: "cash",
  /** Staff changed the balance by hand. */
  adjustment: "adjustments",
  /** An accepted offer: what it cost is earned. */
  offer: "earned",
  /** A bad lead: what was earned goes back. */
  refund: "earned",
} as const;
export type LedgerKind = keyof typeof OTHER_SIDE;

export type Posting = {
  kind: LedgerKind;
  providerId: string;
  /** Credits that the provider gains; negative where they pay. At most two decimals. */
  amount: number;
  /** The id of what it is for; the same kind and reference is posted once. */
  reference?: string;
  /** A staff member's id, or a word such as "stripe". */
  actor: string;
  note?: string;
  now: Date;
};

export type PostResult =
  | { ok: true; balance: number }
  | { ok: false; reason: "posted-before" | "too-few-credits" | "not-found" };

/** Cents, so that 0.1 + 0.2 is 0.3. */
const roundToCents = (amount: number) => Math.round(amount * 100) / 100;

/** Posts one entry of two lines. A provider's balance never falls below zero. */
export async function postCredits(tx: Transaction, posting: Posting): Promise<PostResult> {
  const { kind, providerId, reference, actor, note, now } = posting;
  const amount = roundToCents(posting.amount);
  const [provider] = await tx
    .select({ credits: providers.credits })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for("no key update");
  if (!provider) return { ok: false, reason: "not-found" };
  const balance = roundToCents(provider.credits + amount);
  if (balance < 0) return { ok: false, reason: "too-few-credits" };
  const entryId = randomUUIDv7();
  const { rowCount } = await tx
    .insert(ledgerEntries)
    .values({ id: entryId, at: now, kind, reference, actor, note })
    .onConflictDoNothing();
  if (!rowCount) return { ok: false, reason: "posted-before" };
  await tx.insert(ledgerLines).values([
    { id: randomUUIDv7(), entryId, account: "provider", providerId, amount },
    { id: randomUUIDv7(), entryId, account: OTHER_SIDE[kind], amount: -amount },
  ]);
  await tx.update(providers).set({ credits: balance }).where(eq(providers.id, providerId));
  return { ok: true, balance };
}

/** Providers whose balance is not the sum of their lines; empty where the books are right. */
export const checkLedger = (db: Database) => findUnbalancedProviders.rows(db, {});

export type Adjustment = { providerId: string; amount: number };

/**
 * Posts adjustments of many providers at once, an entry each. @throws where a balance would fall
 * below zero
 */
export function adjustCredits(
  tx: Transaction,
  options: { adjustments: readonly Adjustment[]; actor: string; note?: string; now: Date },
): Promise<void> {
  const { adjustments, now, ...by } = options;
  return postEntries(tx, {
    ...by,
    entries: adjustments.map((one) => ({ ...one, kind: "adjustment", at: now })),
  });
}

export type Entry = { kind: LedgerKind; providerId: string; amount: number; at: Date };

/**
 * Posts many entries of two lines at once. @throws where a balance would be below zero after them
 * all
 */
export async function postEntries(
  tx: Transaction,
  { entries, actor, note }: { entries: readonly Entry[]; actor: string; note?: string },
): Promise<void> {
  const lines = entries
    .map((entry) => ({
      ...entry,
      amount: roundToCents(entry.amount),
      entryId: randomUUIDv7(),
      lineId: randomUUIDv7(),
      otherId: randomUUIDv7(),
    }))
    .filter(({ amount }) => amount !== 0);
  if (lines.length === 0) return;
  await insertEntries.run(tx, {
    ids: lines.map(({ entryId }) => entryId),
    times: lines.map(({ at }) => at),
    kinds: lines.map(({ kind }) => kind),
    actor,
    note: note ?? null,
  });
  const providerIds = lines.map(({ providerId }) => providerId);
  const amounts = lines.map(({ amount }) => String(amount));
  await insertLines.run(tx, {
    ids: lines.map(({ lineId }) => lineId),
    otherIds: lines.map(({ otherId }) => otherId),
    entryIds: lines.map(({ entryId }) => entryId),
    providerIds,
    amounts,
    otherSides: lines.map(({ kind }) => OTHER_SIDE[kind]),
  });
  const balances = await addToBalances.rows(tx, { providerIds, amounts });
  if (balances.some(({ credits }) => Number(credits) < 0))
    throw new Error("entries would make a balance negative");
}
