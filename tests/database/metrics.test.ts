import { randomUUID } from "node:crypto";
import { expect, inject, test } from "vitest";
import { closeDatabase, createDatabase } from "#app/db/client.server.ts";
import { updateStatuses } from "#app/features/requests/inbox/mutations.server.ts";
import { createMetrics } from "#server/metrics.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

/** The lines of one metric. */
const listLines = (text: string, name: string) =>
  text.split("\n").filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test("deliveries count as open until their request is closed or its customer opts out", async () => {
  const context = await openTestDatabase(inject("templateUrl"));
  const { db } = context;
  const { registry } = createMetrics(() => db, { standby: null, hasBackups: false });
  const listOpen = async () => listLines(await registry.metrics(), "crm_outbox_open_rows");
  const ids: string[] = [];
  for (const phone of ["(404) 555-0101", "(404) 555-0102", "(404) 555-0103"]) {
    const request = await storeRequest(db, {
      values: { phone, email: `${randomUUID()}@x.example` },
    });
    if (!request.ok) throw new Error(request.reason);
    ids.push(request.id);
  }
  await queryRows(db, "update crm_outbox set state = 'held' where request_id = $1", [ids[0]]);
  await queryRows(db, "update crm_outbox set state = 'dead' where request_id = $1", [ids[1]]);
  const count = (state: string, rows: number) => `crm_outbox_open_rows{state="${state}"} ${rows}`;
  expect((await listOpen()).sort()).toEqual([
    count("dead", 1),
    count("held", 1),
    count("waiting", 1),
  ]);

  const act = { db, actor: randomUUID(), now: new Date() };
  await updateStatuses(act, {
    changes: ids.slice(0, 2).map((id) => ({ id, status: "closed" as const })),
  });
  await queryRows(
    db,
    `insert into suppressions (id, kind, contact_hash, source, opted_out_at)
     select gen_random_uuid(), 'phone', phone_hash, 'test', now() + interval '1 minute'
     from service_requests where id = $1`,
    [ids[2]],
  );
  expect((await listOpen()).sort()).toEqual([
    count("dead", 0),
    count("held", 0),
    count("waiting", 0),
  ]);
  expect(listLines(await registry.metrics(), "crm_outbox_rows")).toHaveLength(4);
  await context.close();
});

test("without its database a process still has metrics, and says so", async () => {
  const gone = createDatabase({
    url: "postgres://nobody@127.0.0.1:1/none",
    max: 1,
    onError: () => {},
  });
  const text = await createMetrics(() => gone, {
    standby: null,
    hasBackups: true,
  }).registry.metrics();
  expect(listLines(text, "database_up")).toEqual(["database_up 0"]);
  expect(listLines(text, "nodejs_eventloop_lag_p99_seconds")).toHaveLength(1);
  for (const name of ["crm_outbox_rows", "crm_outbox_open_rows", "webhook_messages_waiting"])
    expect(listLines(text, name), name).toEqual([]);
  await closeDatabase(gone);
});
