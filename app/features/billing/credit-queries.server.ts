import type pg from "pg";
import type { LedgerKind } from "./ledger.server.ts";

export type CreditEntry = { id: string; at: Date; kind: LedgerKind | "opening"; amount: number };

/** What moved a provider's credits, the newest first. */
export async function listCredits(
  pool: pg.Pool,
  { providerId, limit }: { providerId: string; limit: number },
): Promise<CreditEntry[]> {
  const { rows } = await pool.query<CreditEntry>(
    `select l.id, e.at, e.kind, l.amount::float8 as amount from ledger_lines l join ledger_entries e on e.id = l.entry_id
     where l.account = 'provider' and l.provider_id = $1 order by e.at desc, e.id desc limit $2`,
    [providerId, limit],
  );
  return rows;
}
