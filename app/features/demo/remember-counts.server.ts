import type pg from "pg";

export type CountRow = { day: string; name: string; count: number };
/** A content's id has so many letters; the name of what happened with it follows. */
const ID_LETTERS = 36;

/**
 * Tables of counts have no mark for demo rows: what the demo added to each is remembered in a
 * setting.
 */
const KINDS = {
  funnel: {
    key: "demo.funnel",
    add: `insert into funnel_counts (day, name, count) select * from unnest($1::date[], $2::text[], $3::bigint[])
      on conflict (day, name) do update set count = funnel_counts.count + excluded.count`,
    tidy: "delete from funnel_counts where count <= 0",
  },
  /** Names begin with the id of the quiz or article. */
  content: {
    key: "demo.content",
    add: `insert into content_counts (day, content_id, name, count)
      select day, left(name, ${ID_LETTERS})::uuid, substr(name, ${ID_LETTERS + 1}), count from unnest($1::date[], $2::text[], $3::bigint[]) as c (day, name, count)
      on conflict (content_id, day, name) do update set count = content_counts.count + excluded.count`,
    tidy: "delete from content_counts where count <= 0",
  },
} as const;
type Kind = keyof typeof KINDS;
type Remembered = { days: string[]; counts: Record<string, number[]> };

async function addRows(tx: pg.PoolClient, kind: Kind, all: CountRow[]): Promise<void> {
  const rows = all.filter(({ count }) => count !== 0);
  await tx.query(KINDS[kind].add, [
    rows.map(({ day }) => day),
    rows.map(({ name }) => name),
    rows.map(({ count }) => count),
  ]);
}

/**
 * Adds counts to those of real visitors, and remembers how many. Each name has a row for each day.
 */
export async function addCounts(
  tx: pg.PoolClient,
  { kind, rows, now }: { kind: Kind; rows: CountRow[]; now: Date },
): Promise<void> {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const counts = Object.fromEntries(
    [...byName].map(([name, list]) => [name, list.map(({ count }) => count)]),
  );
  const remembered: Remembered = { days: [...new Set(rows.map(({ day }) => day))], counts };
  await addRows(tx, kind, rows);
  await tx.query(
    "insert into settings (key, value, updated_at, updated_by) values ($1, $2, $3, 'command-line') on conflict (key) do update set value = $2, updated_at = $3",
    [KINDS[kind].key, JSON.stringify(remembered), now],
  );
}

/** Takes away what the demo added. */
export async function takeCounts(tx: pg.PoolClient, kind: Kind): Promise<void> {
  const { key, tidy } = KINDS[kind];
  const { rows } = await tx.query<{ value: Remembered }>(
    "delete from settings where key = $1 returning value",
    [key],
  );
  const before = rows[0]?.value;
  if (!before) return;
  const added = Object.entries(before.counts).flatMap(([name, counts]) =>
    counts.map((count, index) => ({ day: before.days[index] ?? "", name, count: -count })),
  );
  await addRows(tx, kind, added);
  await tx.query(tidy);
}
