import { eq, lte } from "drizzle-orm";
import { contentCounts, funnelCounts, sourceVisits } from "#app/db/tables/analytics.server.ts";
import { settings } from "#app/db/tables/settings.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { addContentCounts, addFunnelCounts, addSourceVisits } from "./counts.sql.ts";

export type CountRow = { day: string; name: string; count: number };

/**
 * Tables of counts have no demo flag: a setting stores what the demo added to each. Names of
 * `content` begin with the id of the quiz or article; those of `sources` are sources.
 */
const COUNT_TABLES = {
  funnel: { key: "demo.funnel", add: addFunnelCounts, table: funnelCounts },
  content: { key: "demo.content", add: addContentCounts, table: contentCounts },
  sources: { key: "demo.sources", add: addSourceVisits, table: sourceVisits },
} as const;
type Kind = keyof typeof COUNT_TABLES;
type StoredCounts = { days: string[]; counts: Record<string, number[]> };

async function addRows(tx: Transaction, kind: Kind, all: CountRow[]): Promise<void> {
  const rows = all.filter(({ count }) => count !== 0);
  await COUNT_TABLES[kind].add.run(tx, {
    days: rows.map(({ day }) => day),
    names: rows.map(({ name }) => name),
    counts: rows.map(({ count }) => count),
  });
}

/**
 * Adds counts to those of real visitors, and stores what it added. Each name has a row for each day.
 */
export async function addDemoCounts(
  tx: Transaction,
  { kind, rows, now }: { kind: Kind; rows: CountRow[]; now: Date },
): Promise<void> {
  const { key } = COUNT_TABLES[kind];
  const byName = Map.groupBy(rows, ({ name }) => name);
  const counts = Object.fromEntries(
    [...byName].map(([name, list]) => [name, list.map(({ count }) => count)]),
  );
  const value: StoredCounts = { days: [...new Set(rows.map(({ day }) => day))], counts };
  await addRows(tx, kind, rows);
  await tx
    .insert(settings)
    .values({ key, value, updatedAt: now, updatedBy: "command-line" })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: now } });
}

/** Subtracts what the demo added. */
export async function removeDemoCounts(tx: Transaction, kind: Kind): Promise<void> {
  const { key, table } = COUNT_TABLES[kind];
  const [stored] = await tx
    .delete(settings)
    .where(eq(settings.key, key))
    .returning({ value: settings.value });
  if (!stored) return;
  const { days, counts: countsByName } = stored.value as StoredCounts;
  const added = Object.entries(countsByName).flatMap(([name, counts]) =>
    counts.map((count, index) => ({ day: days[index] ?? "", name, count: -count })),
  );
  await addRows(tx, kind, added);
  await tx.delete(table).where(lte(table.count, 0));
}
