import type { Database } from "#app/db/client.server.ts";
import { queryRows } from "./factories.ts";

/**
 * Every byte that is stored about requests: their rows, those of each table that refers to them, and
 * of what refers to those, as JSON by table, in an order that does not change. Without version and
 * time of the last change: what was changed and undone has changed twice.
 */
export async function dumpRequests(
  db: Database,
  ids: readonly string[],
): Promise<Record<string, string[]>> {
  const references = await queryRows<{ table: string; column: string }>(
    db,
    `select c.conrelid::regclass::text as table, a.attname as column
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'service_requests'::regclass
     order by 1, 2`,
  );
  const read = async (table: string, condition: string) =>
    (
      await queryRows<{ row: string }>(
        db,
        `select (to_jsonb(x) - 'version' - 'changed_at')::text as row from ${table} x where ${condition} order by 1`,
        [ids],
      )
    ).map(({ row }) => row);
  const dump: Record<string, string[]> = {
    service_requests: await read("service_requests", "x.id = any($1::uuid[])"),
    consent_records: await read("consent_records", "x.service_request_id = any($1::uuid[])"),
    crm_attempts: await read(
      "crm_attempts",
      "x.outbox_id in (select id from crm_outbox where request_id = any($1::uuid[]))",
    ),
  };
  for (const { table, column } of references)
    if (table !== "service_requests")
      dump[table] = await read(table, `x.${column} = any($1::uuid[])`);
  return dump;
}
