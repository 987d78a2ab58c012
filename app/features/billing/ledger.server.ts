import { randomUUIDv7 } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { ledgerEntries, ledgerLines } from "#app/db/tables/billing.server.ts";
import { providers } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import {
  addToBalances,
  insertEntries,
  insertLines,
  listUnbalancedProviders,
} from "./ledger.sql.ts";

/*
 * A double-entry ledger of providers' credits: what a provider gains, another account loses. The
 * database rejects unbalanced entries and changes to old ones; `providers.credits` is updated in the
 * same transaction.
 */

/** The account of an entry's second line, by kind. */
const OFFSETTING_ACCOUNT = {
  /** Credits bought with a payment. */
  purchase: "cash",
  /** A correction by staff or an import. */
  adjustment: "adjustments",
  /** The price of an accepted offer. */
  offer: "earned",
  /** The price of an offer, returned. */
  refund: "earned",
  /** Bought credits whose payment went back, or came again. */
  reversal: "cash",
} as const;
export type LedgerKind = keyof typeof OFFSETTING_ACCOUNT;

export type Posting = {
  kind: LedgerKind;
  providerId: string;
  /** Credits that the provider gains; negative where they pay. At most two decimals. */
  amount: number;
  /** The id of what it is for; each kind and reference is posted only once. */
  reference?: string;
  /** A staff member's id, or a word such as "stripe". */
  actor: string;
  note?: string;
  /**
   * The balance may fall below zero: for payments that went back after their credits were spent. The
   * provider then owes credits, and can accept nothing.
   */
  mayOverdraw?: boolean;
  now: Date;
};

export type PostResult =
  | { ok: true; balance: number }
  | { ok: false; reason: "posted-before" | "too-few-credits" | "not-found" };

/** Avoids sums such as 0.1 + 0.2 = 0.30000000000000004. */
const roundToCents = (amount: number) => Math.round(amount * 100) / 100;

/**
 * Posts one entry of two lines. It never takes a balance below zero, unless it may overdraw; what is
 * below zero already can only rise.
 */
export async function postCredits(tx: Transaction, posting: Posting): Promise<PostResult> {
  const { kind, providerId, reference, actor, note, mayOverdraw = false, now } = posting;
  const amount = roundToCents(posting.amount);
  const [provider] = await tx
    .select({ credits: providers.credits })
    .from(providers)
    .where(eq(providers.id, providerId))
    .for("no key update");
  if (!provider) return { ok: false, reason: "not-found" };
  const balance = roundToCents(provider.credits + amount);
  if (amount < 0 && balance < 0 && !mayOverdraw) return { ok: false, reason: "too-few-credits" };
  const entryId = randomUUIDv7();
  const { rowCount } = await tx
    .insert(ledgerEntries)
    .values({ id: entryId, at: now, kind, reference, actor, note })
    .onConflictDoNothing();
  if (!rowCount) return { ok: false, reason: "posted-before" };
  await tx.insert(ledgerLines).values([
    { id: randomUUIDv7(), entryId, account: "provider", providerId, amount },
    { id: randomUUIDv7(), entryId, account: OFFSETTING_ACCOUNT[kind], amount: -amount },
  ]);
  await tx.update(providers).set({ credits: balance }).where(eq(providers.id, providerId));
  return { ok: true, balance };
}

/**
 * Providers whose balance is not the sum of their lines, or not the balance after the last one, or
 * whose lines are not numbered from 1 without gaps; empty where the ledger is consistent.
 */
export const checkLedger = (db: Database) => listUnbalancedProviders.rows(db, {});

export type Adjustment = { providerId: string; amount: number };

/**
 * Posts adjustments for many providers at once, one entry each.
 * @throws where a balance would fall below zero
 */
export function adjustCredits(
  tx: Transaction,
  options: { adjustments: readonly Adjustment[]; actor: string; note?: string; now: Date },
): Promise<void> {
  const { adjustments, now, ...attribution } = options;
  return postEntries(tx, {
    ...attribution,
    entries: adjustments.map((entry) => ({ ...entry, kind: "adjustment", at: now })),
  });
}

export type LedgerEntry = { kind: LedgerKind; providerId: string; amount: number; at: Date };

/**
 * Posts many entries of two lines at once.
 * @throws where they would take a balance below zero, all of them together
 */
export async function postEntries(
  tx: Transaction,
  { entries, actor, note }: { entries: readonly LedgerEntry[]; actor: string; note?: string },
): Promise<void> {
  const lines = entries
    .map((entry) => ({
      ...entry,
      amount: roundToCents(entry.amount),
      entryId: randomUUIDv7(),
      lineId: randomUUIDv7(),
      offsettingId: randomUUIDv7(),
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
    offsettingIds: lines.map(({ offsettingId }) => offsettingId),
    entryIds: lines.map(({ entryId }) => entryId),
    providerIds,
    amounts,
    offsettingAccounts: lines.map(({ kind }) => OFFSETTING_ACCOUNT[kind]),
  });
  const balances = await addToBalances.rows(tx, { providerIds, amounts });
  if (balances.some(({ credits, change }) => Number(credits) < 0 && Number(change) < 0))
    throw new Error("entries would make a balance negative");
}
