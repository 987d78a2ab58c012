import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readFromPrimary } from "#app/db/read-replica.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { renderConsentProof } from "#app/features/privacy/consent-proof.server.ts";
import { exportRequests } from "#app/features/requests/inbox/export-requests.server.ts";
import { listRequests } from "#app/features/requests/inbox/queries.server.ts";
import { parseFilters } from "#app/features/requests/inbox/schema.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";

const timeZone = "America/New_York";
const NOW = new Date("2026-05-04T16:00:00Z");
const actorId = randomUUID();
let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
});
afterAll(() => context.close());

const store = async (options: Parameters<typeof storeRequest>[1]) =>
  ((await storeRequest(context.db, options)) as { id: string }).id;

const buildExportContext = (httpRequestId: string) => ({
  db: context.db,
  replica: readFromPrimary(context.db),
  actor: actorId,
  httpRequestId,
  now: NOW,
});

test("an export has the rows of the list, harmless in a spreadsheet, and is audited without the search text", async () => {
  await store({
    now: new Date(NOW.getTime() - 2_000),
    values: {
      name: '=HYPERLINK("http://evil.example")',
      phone: "+1 (404) 555-0101",
      city: "@city",
    },
  });
  await store({
    now: new Date(NOW.getTime() - 1_000),
    values: { name: 'Ana "the" Neighbor, Jr.', phone: "404-555-0102" },
  });
  const response = await exportRequests(buildExportContext("r2"), {
    timeZone,
    filters: parseFilters(new URLSearchParams("q=plumbing")),
  });
  expect(response.headers.get("Content-Disposition")).toBe(
    'attachment; filename="service-requests-2026-05-04.csv"',
  );
  const lines = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(await response.arrayBuffer())
    .split("\r\n");
  expect(lines[0]?.startsWith("\uFEFFCreated,Name,Phone")).toBe(true);
  expect(lines[1]).toContain('"Ana ""the"" Neighbor, Jr.",4045550102,');
  expect(lines[2]).toContain(`"'=HYPERLINK(""http://evil.example"")",4045550101,`);
  expect(lines[2]).toContain(",'@city,");
  expect(lines).toHaveLength(4);
  const [row] = await queryRows<{ changes: unknown }>(
    context.db,
    "select changes from audit_log where action = 'export' and http_request_id = 'r2'",
  );
  expect(row?.changes).toEqual({ status: "all", view: "inbox", searched: true, maxRows: 50_000 });
});

test("an export formats times and choices like the screen", async () => {
  const id = await store({
    now: new Date("2026-03-08T12:05:00Z"),
    values: { name: "Time Teller", timeframe: "planning" },
  });
  const heldId = await store({
    now: new Date("2026-03-08T04:05:00Z"),
    values: { name: "Time Teller", timeframe: "soon" },
  });
  await context.db.$client.query(
    "update service_requests set flags = '{velocity,duplicate}' where id = $1",
    [heldId],
  );
  await context.db.$client.query(
    "update crm_outbox set state = case request_id when $1 then 'held' else 'waiting' end where request_id in ($1, $2)",
    [heldId, id],
  );
  const response = await exportRequests(buildExportContext("r5"), {
    timeZone,
    filters: parseFilters(new URLSearchParams("q=teller")),
  });
  const [, firstLine, secondLine] = (await response.text()).split("\r\n");
  expect(firstLine).toMatch(
    /^"Mar 8, 2026, 8:05 AM \(America\/New York\)",Time Teller,.*,Planning,.*,New,,Waiting for delivery,no,/,
  );
  expect(secondLine).toMatch(
    /^"Mar 7, 2026, 11:05 PM \(America\/New York\)",Time Teller,.*,Soon,.*,New,Many from one address; Likely duplicate,Held: suspected spam,no,/,
  );
});

test("an export ends at its limit, in order, whatever the batches", async () => {
  const base = new Date("2026-02-01T00:00:00Z").getTime();
  await context.db.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     select gen_random_uuid(), '', 'Bulk ' || i, '4045550000', 'Roofing', 'a', 'b', '{}', $1::timestamptz + make_interval(secs => i / 7) from generate_series(1, 2600) i`,
    [new Date(base)],
  );
  const readLines = async (maxRows?: number) => {
    const response = await exportRequests(buildExportContext("r3"), {
      timeZone,
      filters: parseFilters(new URLSearchParams("q=roofing&status=new")),
      maxRows,
    });
    return (await response.text()).trim().split("\r\n").slice(1);
  };
  const allLines = await readLines();
  expect(allLines).toHaveLength(2_600);
  expect(new Set(allLines).size).toBe(2_600);
  const seconds = allLines.map((line) => Math.floor(Number(/,Bulk (\d+),/.exec(line)?.[1]) / 7));
  expect(seconds).toEqual(seconds.toSorted((a, b) => b - a));
  expect(await readLines(1_500)).toEqual(allLines.slice(0, 1_500));
});

test("the consent proof shows the text, the checks and the link, all escaped", async () => {
  const id = await store({
    now: NOW,
    values: { name: "<img src=x onerror=alert(1)>", phone: "404-555-0103" },
  });
  const before = (await (await renderConsentProof(context.db, { id, now: NOW }))?.text()) ?? "";
  expect(before).toContain("not sealed yet");
  await sealConsentRecords(context.db, { now: NOW, sweep: true });
  const response = await renderConsentProof(context.db, { id, now: NOW });
  const page = (await response?.text()) ?? "";
  expect(page).toContain("not a condition of buying");
  expect(page).toContain("the text fits its hash");
  expect(page).toContain("the record fits its hash");
  expect(page).toMatch(/link \d+, sealed at 2026-05-04T16:00:00.000Z</);
  expect(page).toContain("&#60;img src=x onerror=alert(1)&#62;");
  expect(page).not.toContain("<img");
  expect(response?.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  expect(before).toContain("<dt>Details shared with</dt><dd>nobody</dd>");
  await context.db.$client.query(
    `with p as (insert into providers (id, company_name, contact_name, phone, created_at) values (gen_random_uuid(), 'Peach & Sons', 'Pat', '4045550100', $2) returning id)
     insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at, state, decided_at)
     select gen_random_uuid(), $1, p.id, 'hash', 25, 'test', $2, $2, 'accepted', $2 from p`,
    [id, NOW],
  );
  expect(await (await renderConsentProof(context.db, { id, now: NOW }))?.text()).toContain(
    "<dt>Details shared with</dt><dd>nobody</dd>",
  );
  await context.db.$client.query(
    "update offers set customer_approved_at = $2, customer_approval_recorded_by = 'before' where request_id = $1",
    [id, NOW],
  );
  expect(await (await renderConsentProof(context.db, { id, now: NOW }))?.text()).toContain(
    `Peach &#38; Sons, at ${NOW.toISOString()}, when they accepted the request</dd>`,
  );
  await context.db.$client.query(
    "with u as (insert into staff_users (id, name, email, created_at, updated_at) values (gen_random_uuid(), 'Ana', 'ana@proof.example', $2, $2) returning id) update offers set customer_approval_recorded_by = u.id::text from u where request_id = $1",
    [id, NOW],
  );
  const sharedPage = (await (await renderConsentProof(context.db, { id, now: NOW }))?.text()) ?? "";
  expect(sharedPage).toContain(
    `<dt>Details shared with</dt><dd>Peach &#38; Sons, at ${NOW.toISOString()}, after the customer&#39;s yes, recorded by ana@proof.example</dd>`,
  );
  expect(await renderConsentProof(context.db, { id: randomUUID(), now: NOW })).toBeNull();
  expect(await renderConsentProof(context.db, { id: "x", now: NOW })).toBeNull();
});

test("a search for short words scans ten thousand requests per page; the export finds all", async () => {
  const oldId = await store({ now: new Date("2025-01-01T00:00:00Z"), values: { name: "Wu" } });
  await context.db.$client.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     select gen_random_uuid(), '', 'Jordan ' || i, '4045550000', 'Roofing', 'a', 'b', '{}', '2026-01-01'::timestamptz - make_interval(mins => i) from generate_series(1, 10000) i`,
  );
  const filters = parseFilters(new URLSearchParams("q=wu"));
  const firstPage = await listRequests(context.db, { filters, userId: actorId, now: new Date() });
  expect(firstPage.rows).toEqual([]);
  const secondPage = await listRequests(context.db, {
    filters: parseFilters(new URLSearchParams(`q=wu&after=${firstPage.next}`)),
    userId: actorId,
    now: new Date(),
  });
  expect(secondPage.rows.map(({ id }) => id)).toEqual([oldId]);
  expect(secondPage.next).toBeNull();
  const exportAll = async (list: typeof filters) =>
    (await exportRequests(buildExportContext("r4"), { timeZone, filters: list })).text();
  expect((await exportAll(filters)).match(/,Wu,/g)).toHaveLength(1);

  // Where the oldest come first, the few requests of the view are searched at once.
  const newId = await store({ now: new Date("2026-02-01T00:00:00Z"), values: { name: "Wu" } });
  const overdue = parseFilters(new URLSearchParams("q=wu&view=overdue"));
  expect(
    await listRequests(context.db, { filters: overdue, userId: actorId, now: new Date() }),
  ).toMatchObject({ rows: [{ id: oldId }, { id: newId }], next: null });
  expect((await exportAll(overdue)).match(/,Wu,/g)).toHaveLength(2);
});
