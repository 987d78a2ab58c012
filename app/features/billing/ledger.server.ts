import { randomUUIDv7 } from "node:crypto";
import type pg from "pg";

/**
 * Credits of providers as double-entry bookkeeping: what a provider gains, another account loses.
 * The database refuses an entry that does not balance and a change of old ones; `providers.credits`
 * is kept with the ledger in one transaction.
 */

/** What stands against a provider's account. */
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
  /** What it is for; the same kind and reference is posted once. */
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
const round = (amount: number) => Math.round(amount * 100) / 100;

/** Posts one entry of two lines. A provider's balance never falls below zero. */
export async function postCredits(tx: pg.PoolClient, posting: Posting): Promise<PostResult> {
  const { kind, providerId, reference, actor, note, now } = posting;
  const amount = round(posting.amount);
  const { rows } = await tx.query<{ credits: string }>(
    "select credits from providers where id = $1 for no key update",
    [providerId],
  );
  if (!rows[0]) return { ok: false, reason: "not-found" };
  const balance = round(Number(rows[0].credits) + amount);
  if (balance < 0) return { ok: false, reason: "too-few-credits" };
  const entryId = randomUUIDv7();
  const { rowCount } = await tx.query(
    "insert into ledger_entries (id, at, kind, reference, actor, note) values ($1, $2, $3, $4, $5, $6) on conflict (kind, reference) where reference is not null do nothing",
    [entryId, now, kind, reference ?? null, actor, note ?? null],
  );
  if (!rowCount) return { ok: false, reason: "posted-before" };
  await tx.query(
    "insert into ledger_lines (id, entry_id, account, provider_id, amount) values ($1, $3, 'provider', $4, $5), ($2, $3, $6, null, -$5::numeric)",
    [randomUUIDv7(), randomUUIDv7(), entryId, providerId, amount, OTHER_SIDE[kind]],
  );
  await tx.query("update providers set credits = $2 where id = $1", [providerId, balance]);
  return { ok: true, balance };
}

export type LedgerProblem = { providerId: string; credits: number; ledger: number };

/** Providers whose balance is not the sum of their lines; empty where the books are right. */
export async function checkLedger(pool: pg.Pool): Promise<LedgerProblem[]> {
  const { rows } = await pool.query<LedgerProblem>(
    `select p.id as "providerId", p.credits::float8 as credits, coalesce(l.total, 0)::float8 as ledger
     from providers p left join (select provider_id, sum(amount) as total from ledger_lines where account = 'provider' group by 1) l on l.provider_id = p.id
     where p.credits <> coalesce(l.total, 0)`,
  );
  return rows;
}

export type Adjustment = { providerId: string; amount: number };

/**
 * Posts adjustments of many providers at once, an entry each. @throws where a balance would fall
 * below zero
 */
export function adjustCredits(
  tx: pg.PoolClient,
  options: { adjustments: readonly Adjustment[]; actor: string; note?: string; now: Date },
): Promise<void> {
  const { adjustments, now, ...by } = options;
  return postMany(tx, {
    ...by,
    entries: adjustments.map((one) => ({ ...one, kind: "adjustment", at: now })),
  });
}

export type Entry = { kind: LedgerKind; providerId: string; amount: number; at: Date };

/**
 * Posts many entries of two lines at once. @throws where a balance would be below zero after them
 * all
 */
export async function postMany(
  tx: pg.PoolClient,
  { entries, actor, note }: { entries: readonly Entry[]; actor: string; note?: string },
): Promise<void> {
  const lines = entries
    .map((entry) => ({
      ...entry,
      amount: round(entry.amount),
      entryId: randomUUIDv7(),
      lineId: randomUUIDv7(),
      otherId: randomUUIDv7(),
    }))
    .filter(({ amount }) => amount !== 0);
  if (lines.length === 0) return;
  await tx.query(
    "insert into ledger_entries (id, at, kind, actor, note) select id, at, kind, $4, $5 from unnest($1::uuid[], $2::timestamptz[], $3::text[]) as e (id, at, kind)",
    [
      lines.map(({ entryId }) => entryId),
      lines.map(({ at }) => at),
      lines.map(({ kind }) => kind),
      actor,
      note ?? null,
    ],
  );
  const [providers, amounts] = [
    lines.map(({ providerId }) => providerId),
    lines.map(({ amount }) => amount),
  ];
  await tx.query(
    `with l as (select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::numeric[], $6::text[]) as l (line_id, other_id, entry_id, provider_id, amount, other_side))
     insert into ledger_lines (id, entry_id, account, provider_id, amount)
     select line_id, entry_id, 'provider', provider_id, amount from l union all select other_id, entry_id, other_side, null, -amount from l`,
    [
      lines.map(({ lineId }) => lineId),
      lines.map(({ otherId }) => otherId),
      lines.map(({ entryId }) => entryId),
      providers,
      amounts,
      lines.map(({ kind }) => OTHER_SIDE[kind]),
    ],
  );
  const { rows } = await tx.query<{ credits: string }>(
    `update providers p set credits = p.credits + l.amount from (select provider_id, sum(amount) as amount from unnest($1::uuid[], $2::numeric[]) as l (provider_id, amount) group by 1) l
     where p.id = l.provider_id returning p.credits`,
    [providers, amounts],
  );
  if (rows.some(({ credits }) => Number(credits) < 0))
    throw new Error("entries would take more credits than there are");
}
