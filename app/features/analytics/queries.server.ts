import type { Database } from "#app/db/client.server.ts";
import { FUNNEL_EVENTS, type FunnelEvent } from "./constants.ts";
import { sumFunnelEvents } from "./queries.sql.ts";

/** How often each event was counted since the start of `fromDay` (such as 2026-11-21). */
export async function countFunnelEvents(
  db: Database,
  { fromDay }: { fromDay: string },
): Promise<Record<FunnelEvent, number>> {
  const rows = await sumFunnelEvents.rows(db, { fromDay });
  const counts = new Map(rows.map((row) => [row.name, row.count]));
  return Object.fromEntries(FUNNEL_EVENTS.map((name) => [name, counts.get(name) ?? 0])) as Record<
    FunnelEvent,
    number
  >;
}
