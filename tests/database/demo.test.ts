import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { checkLedger } from "#app/features/billing/ledger.server.ts";
import { findPhonePlace } from "#app/features/calls/area-codes.ts";
import { verifyConsentChain } from "#app/features/consent/verify-chain.server.ts";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows, storeRequest } from "../factories.ts";
import { createStaff } from "../staff.ts";

type Context = Awaited<ReturnType<typeof openTestDatabase>>;
const now = new Date("2026-11-20T18:00:00.000Z");
const services = listDemoServices();
const TABLES =
  "service_requests contact_attempts request_outcomes request_events request_notes providers payments_subscriptions provider_settings verification_evidence homeowners jobs bids bid_unlocks offers call_attributions notifications advertorial_content funnel_counts content_counts request_touches source_visits".split(
    " ",
  );

let context: Context;
const openedDatabases: Context[] = [];
const openDatabase = async () => {
  const database = await openTestDatabase(inject("templateUrl"));
  openedDatabases.push(database);
  return database;
};
beforeAll(async () => {
  context = await openDatabase();
});
afterAll(() => Promise.all(openedDatabases.map((database) => database.close())));

const seed = (
  target: Context,
  {
    now: seededAt = now,
    ...changes
  }: { requests?: number; seed?: number; force?: boolean; now?: Date } = {},
) =>
  seedDemo(
    { db: target.owner, actor: "command-line", now: seededAt },
    { requests: 600, seed: 1, services, ...changes },
  );

/** Checksums of the demo rows by table. */
async function computeChecksums(target: Context): Promise<Record<string, string>> {
  // The ids of quizzes differ between databases.
  const sources: Record<string, string> = {
    content_counts:
      "(select slug, day, name, count from content_counts c join quizzes q on q.id = c.content_id)",
  };
  // When the database stored a request is not part of the demo.
  const columns = TABLES.map(
    (table) =>
      `(select md5(coalesce(string_agg(line, '|' order by line), '')) from ${sources[table] ?? table} t,
        lateral (select (to_jsonb(t) - 'changed_at')::text as line) l) as ${table}`,
  );
  const [row = {}] = await queryRows<Record<string, string>>(
    target.owner,
    `select ${columns.join(", ")}`,
  );
  return row;
}
const count = async (target: Context, from: string) =>
  (await queryRows<{ n: number }>(target.owner, `select count(*)::int as n from ${from}`))[0]?.n;

test("fills every table; each row is marked, and none can be delivered", async () => {
  const result = await seed(context);
  expect(result).toMatchObject({
    ok: true,
    rows: {
      service_requests: 600,
      consent_records: 600,
      providers: 72,
      call_attributions: 1_500,
      provider_settings: 72,
    },
  });
  for (const table of TABLES) expect(await count(context, table), table).toBeGreaterThan(0);
  for (const table of ["crm_outbox", "crm_attempts", "suppressions", "staff_users"])
    expect(await count(context, table), table).toBe(0);
  for (const table of [
    "service_requests",
    "providers",
    "payments_subscriptions",
    "homeowners",
    "jobs",
    "bids",
    "bid_unlocks",
    "call_attributions",
    "notifications",
    "advertorial_content",
  ])
    expect(await count(context, `${table} where not is_demo`), table).toBe(0);
  expect(await count(context, "providers where stripe_customer_id is not null")).toBe(0);
  expect(await count(context, "service_requests where created_at > '2026-11-20T18:00:00Z'")).toBe(
    0,
  );
  expect(
    await count(
      context,
      "request_events e join service_requests r on r.id = e.request_id where e.at < r.created_at or e.at > '2026-11-20T18:00:00Z'",
    ),
  ).toBe(0);
  expect(await count(context, "provider_active")).toBeGreaterThan(10);
});

test("every request has its consent record, sealed into a chain that verifies and marked as demo", async () => {
  expect(
    await count(
      context,
      "service_requests r where not exists (select from consent_records c where c.service_request_id = r.id)",
    ),
  ).toBe(0);
  expect(await verifyConsentChain(context.db)).toEqual({ checked: 600, unsealed: 0, damage: null });
  const mismatch =
    "c.name <> r.customer_name or c.phone_e164 <> r.phone_e164 or c.gpc <> r.gpc or c.agreed_at > r.created_at or c.shown_at >= c.agreed_at";
  expect(
    await count(
      context,
      `consent_records c join service_requests r on r.id = c.service_request_id where ${mismatch}`,
    ),
  ).toBe(0);
  expect(
    await count(
      context,
      "consent_records where form_version <> 'demo' or text_id not in (select id from consent_texts)",
    ),
  ).toBe(0);
});

/** The ledger lines of providers that still exist. */
const CREDITS =
  "(select l.provider_id, e.kind, e.at, l.amount, p.created_at as since from ledger_lines l join ledger_entries e on e.id = l.entry_id join providers p on p.id = l.provider_id) c";

/** Each query finds rows that contradict other rows. */
const CONTRADICTIONS: Record<string, string> = {
  "contacted requests without an attempt":
    "service_requests r where r.status = 'contacted' and r.first_attempt_at is null",
  "counts and times of attempts that differ":
    "service_requests r, lateral (select count(*)::int as n, min(a.at) as first, max(a.at) as last from contact_attempts a where a.request_id = r.id) a where (r.attempt_count, r.first_attempt_at, r.last_attempt_at) is distinct from (a.n, a.first, a.last)",
  "attempts before their request or in the future":
    "contact_attempts a join service_requests r on r.id = a.request_id where a.at < r.created_at or a.at > '2026-11-20T18:00:00Z'",
  "outcomes of open requests, or of customers nobody was connected with":
    "request_outcomes o join service_requests r on r.id = o.request_id where r.status <> 'closed' or (o.hired and not exists (select from jobs j where j.request_id = r.id and j.status = 'completed'))",
  "jobs of a trade that their provider does not have":
    "jobs j join providers p on p.id = j.provider_id where not (j.service_type = any(p.service_categories) or (j.service_type = 'HVAC' and p.service_categories && '{Air Conditioning,Heating}') or (j.service_type = 'Electrical' and 'Electrician' = any(p.service_categories)))",
  "jobs outside of their provider's area":
    "jobs j join service_requests r on r.id = j.request_id join providers p on p.id = j.provider_id where not r.zip_valid = any(p.service_area_zips)",
  "jobs without the request that they came from":
    "jobs j left join service_requests r on r.id = j.request_id where r.service_type is distinct from j.service_type",
  "jobs of another person":
    "jobs j join service_requests r on r.id = j.request_id join homeowners h on h.id = j.homeowner_id where h.name <> r.customer_name or h.phone <> r.customer_phone",
  "homeowners without a job":
    "homeowners h where not exists (select from jobs j where j.homeowner_id = h.id)",
  "completed jobs of open requests":
    "jobs j join service_requests r on r.id = j.request_id where j.status = 'completed' and r.status <> 'closed'",
  "jobs in progress whose request is closed":
    "jobs j join service_requests r on r.id = j.request_id where j.status = 'in_progress' and r.status = 'closed'",
  "counts of completed jobs that differ":
    "providers p where p.jobs_completed <> (select count(*) from jobs j where j.provider_id = p.id and j.status = 'completed')",
  "ratings of providers who have done nothing":
    "providers where reputation is not null and jobs_completed = 0",
  "offers from before their request or provider":
    "offers o join service_requests r on r.id = o.request_id join providers p on p.id = o.provider_id where o.created_at <= r.created_at or o.created_at <= p.created_at",
  "offers to providers without a valid verification or subscription":
    "offers o join providers p on p.id = o.provider_id left join payments_subscriptions s on s.provider_id = p.id where p.verified_until is null or p.verified_until < o.created_at or coalesce(s.status, '') not in ('active', 'trialing')",
  "two professionals for one request":
    "(select request_id from offers where state in ('open', 'accepted') group by 1 having count(*) > 1) twice",
  "accepted offers without bid and job":
    "offers o left join jobs j on j.id = o.job_id left join bids b on b.id = o.bid_id where o.state in ('accepted', 'customer-declined') and (j.request_id is distinct from o.request_id or b.provider_id is distinct from o.provider_id or b.job_id is distinct from j.id)",
  "bids without an offer": "bids b where not exists (select from offers o where o.bid_id = b.id)",
  "bids that differ from their offer":
    "bids b join offers o on o.bid_id = b.id where b.amount <> o.cost or b.status <> case when o.state = 'accepted' then 'accepted' else 'declined' end",
  "paid contact details without the customer's yes":
    "bid_unlocks u left join offers o on o.bid_id = u.bid_id where o.customer_approved_at is distinct from u.paid_at or o.cost <> u.amount_paid",
  "offers without an entry in the timeline":
    "offers o where not exists (select from request_events e where e.request_id = o.request_id and e.detail ->> 'offerId' = o.id::text and e.kind = 'offered' and e.at = o.created_at)",
  "offers without the mail to the provider":
    "offers o where not exists (select from notifications n where n.kind = 'offer' and n.subject_id = o.id and n.recipient_id = o.provider_id)",
  "statuses that do not match the timeline":
    "service_requests r where r.status <> coalesce((select e.detail ->> 'to' from request_events e where e.request_id = r.id and e.kind = 'status' order by e.at desc limit 1), 'new')",
  "flagged requests that staff called":
    "service_requests r where flags && '{honeypot,velocity,too-fast}' and (status = 'contacted' or exists (select from offers o where o.request_id = r.id))",
  "requests sent twice that are offered twice":
    "service_requests r join offers o on o.request_id = r.id where flags @> '{duplicate}'",
  "requests that nobody has looked at for a month":
    "service_requests where status = 'new' and created_at < timestamptz '2026-10-20T18:00:00Z'",
  "open offers whose time is up":
    "offers where state = 'open' and expires_at <= timestamptz '2026-11-20T18:00:00Z'",
  "pending offers of requests that are not contacted":
    "offers o join service_requests r on r.id = o.request_id where r.status <> 'contacted' and (o.state = 'open' or (o.state = 'accepted' and o.customer_approved_at is null))",
  "emergencies that nobody called for an hour":
    "service_requests r where timeframe = 'emergency' and status = 'new' and flags = '{}' and created_at < timestamptz '2026-11-20T17:00:00Z'",
  "emergencies that can wait":
    "service_requests r where timeframe = 'emergency' and additional_details ->> 'urgency_level' <> 'today-asap'",
  "preferences for email without an address":
    "service_requests r where customer_email is null and additional_details ->> 'communication_preference' = 'email'",
  "quizzes that do not exist":
    "service_requests r where additional_details ? 'quiz_slug' and not exists (select from quizzes q where q.slug = r.additional_details ->> 'quiz_slug' and q.is_active)",
  "answers that their quiz does not have":
    "service_requests r join quizzes q on q.slug = r.additional_details ->> 'quiz_slug' cross join jsonb_array_elements(r.additional_details -> 'quiz_answers') a where not exists (select from jsonb_array_elements(q.questions::jsonb) t where t ->> 'id' = a ->> 'id' and t ->> 'questionText' = a ->> 'questionText' and t ->> 'ghlField' = a ->> 'ghlField' and t -> 'options' ? (a ->> 'answer'))",
  "quizzes that are only partly answered":
    "service_requests r join quizzes q on q.slug = r.additional_details ->> 'quiz_slug' where jsonb_array_length(r.additional_details -> 'quiz_answers') <> jsonb_array_length(q.questions::jsonb) or r.service_type <> q.service_type",
  "numbers that two people have, or a person who has two":
    "(select phone from (select distinct customer_name as name, customer_phone as phone, address from service_requests union select contact_name, phone, business_address from providers) p group by 1 having count(*) > 1 union all select customer_email from service_requests where customer_email is not null group by 1 having count(distinct customer_phone) > 1) shared",
  "addresses that a customer and a provider share":
    "service_requests r join providers p on p.contact_email = r.customer_email",
  "requests whose duplicate flag does not match a request of the day before":
    "service_requests r where (flags @> '{duplicate}') <> exists (select from service_requests e where e.phone_e164 = r.phone_e164 and e.id <> r.id and e.created_at <= r.created_at and e.created_at > r.created_at - interval '24 hours')",
  "quizzes with more requests on a day than results":
    "(select q.id, (r.created_at at time zone 'America/New_York')::date as day, count(*) as requests from service_requests r join quizzes q on q.slug = r.additional_details ->> 'quiz_slug' where r.created_at > timestamptz '2026-08-22T18:00:00Z' group by 1, 2) s where requests > coalesce((select count from content_counts c where c.content_id = s.id and c.day = s.day and c.name = 'finish'), 0)",
  "quizzes with more starts than views, or more results than starts":
    "(select content_id, name, sum(count) as n from content_counts group by 1, 2) v join (select content_id, name, sum(count) as n from content_counts group by 1, 2) s using (content_id) where (v.name, s.name) in (('view', 'start'), ('start', 'finish')) and v.n <= s.n",
  "questions with more views than the question before":
    "(select q.id, t.value ->> 'id' as question, t.position, lag(t.value ->> 'id') over (partition by q.id order by t.position) as before from quizzes q cross join jsonb_array_elements(q.questions::jsonb) with ordinality t (value, position)) t join content_counts a on a.content_id = t.id and a.name = 'question:' || t.question left join content_counts b on b.content_id = t.id and b.day = a.day and b.name = 'question:' || t.before where t.before is not null and a.count > coalesce(b.count, 0)",
  "results without a layer":
    "(select content_id, day, sum(count) filter (where name = 'finish') as finished, sum(count) filter (where name in ('layer:model', 'layer:generic')) as given, sum(count) filter (where name like 'danger:%') as stopped, sum(count) filter (where name = 'layer:danger') as dangers from content_counts group by 1, 2) c where finished is distinct from given or coalesce(stopped, 0) <> coalesce(dangers, 0)",
  "quizzes that nobody opened":
    "quizzes q where is_active and deleted_at is null and (select count(distinct day) from content_counts c where c.content_id = q.id and c.name = 'view') < 20",
  "credits of demo providers that staff changed": `${CREDITS} where kind not in ('purchase', 'offer', 'refund')`,
  "accepted offers that charged no credits": `offers o join bids b on b.id = o.bid_id where not exists (select from ${CREDITS} where c.provider_id = o.provider_id and kind = 'offer' and at = b.created_at and amount = -o.cost)`,
  "refunds without a ledger line": `offers o where refunded_at is not null and not exists (select from ${CREDITS} where c.provider_id = o.provider_id and kind = 'refund' and at = o.refunded_at and amount = o.cost)`,
  "charges or refunds without an offer": `(select provider_id, count(*) filter (where kind = 'offer') as used, count(*) filter (where kind = 'refund') as back from ${CREDITS} group by 1) l where used <> (select count(*) from offers o where o.provider_id = l.provider_id and o.bid_id is not null) or back <> (select count(*) from offers o where o.provider_id = l.provider_id and o.refunded_at is not null)`,
  "credits that were spent before they were bought": `(select sum(amount) over (partition by provider_id order by at) as balance from ${CREDITS}) b where balance < 0`,
  "credits older than their provider, or in the future": `${CREDITS} where at < since or at > timestamptz '2026-11-20T18:00:00Z'`,
  "balances that are not the sum of the ledger": `providers p where credits <> coalesce((select sum(amount) from ${CREDITS} where c.provider_id = p.id), 0)`,
  "articles that visitors see": "advertorial_content where is_active",
  "addresses or numbers that could be somebody's":
    "(select customer_phone as phone, customer_email as email from service_requests union all select phone, contact_email from providers union all select phone, email from homeowners) c where phone !~ '555-01\\d\\d$' or email !~ '@example\\.com$'",
};

test("phones have an area code of their owner's state", async () => {
  const rows = await queryRows<{ phone: string; state: string }>(
    context.owner,
    "select phone_e164 as phone, state from service_requests union all select '+1' || regexp_replace(phone, '\\D', '', 'g'), business_state from providers",
  );
  expect(rows.filter(({ phone, state }) => findPhonePlace(phone)?.state !== state)).toEqual([]);
});

test.each(Object.keys(CONTRADICTIONS))("there are no %s", async (title) => {
  expect(await queryRows(context.owner, `select * from ${CONTRADICTIONS[title]} limit 3`)).toEqual(
    [],
  );
});

test("every screen has enough rows, and a working day is realistic", async () => {
  const computeShare = async (part: string, whole: string) =>
    Number(await count(context, part)) / Number(await count(context, whole));
  expect(
    await count(
      context,
      "(select 1 from service_requests where flags = '{}' group by customer_phone having count(*) > 1) r",
    ),
  ).toBeGreaterThan(5);
  expect(await count(context, "jobs")).toBeGreaterThan(40);
  for (const state of ["accepted", "declined", "expired", "customer-declined"])
    expect(await count(context, `offers where state = '${state}'`), state).toBeGreaterThan(0);
  expect(
    await count(context, "service_requests where additional_details ? 'quiz_slug'"),
  ).toBeGreaterThan(20);
  expect(await count(context, "advertorial_content")).toBeGreaterThan(5);
  const emergencies = await computeShare(
    "service_requests where timeframe = 'emergency'",
    "service_requests",
  );
  expect(emergencies).toBeGreaterThan(0.01);
  expect(emergencies).toBeLessThan(0.1);
  const statusChanges =
    "request_events e join service_requests r on r.id = e.request_id where r.timeframe <> 'emergency' and e.kind = 'status'";
  const hour = "extract(hour from e.at at time zone interval '-5 hours')";
  expect(await count(context, `${statusChanges} and not ${hour} between 7 and 20`)).toBe(0);
  expect(
    await computeShare(
      "service_requests where extract(hour from created_at at time zone interval '-5 hours') between 7 and 20",
      "service_requests",
    ),
  ).toBeGreaterThan(0.75);
  expect(
    await count(
      context,
      "(select description from service_requests where description <> '' group by 1) d",
    ),
  ).toBeGreaterThan(200);
});

test("some work is in progress, and little of it is old", async () => {
  expect(await count(context, "offers where state = 'open'")).toBeGreaterThan(0);
  expect(
    await count(context, "offers where state = 'accepted' and customer_approved_at is null"),
  ).toBeGreaterThan(0);
  const oldJobs = Number(
    await count(
      context,
      "jobs where status = 'in_progress' and created_at < timestamptz '2026-11-20T18:00:00Z' - interval '60 days'",
    ),
  );
  expect(oldJobs).toBeLessThanOrEqual(3);
  expect(await count(context, "jobs where status = 'in_progress'")).toBeGreaterThan(2 * oldJobs);
});

test("some of today's requests are new, others are contacted, with a note and an assignee", async () => {
  const target = await openDatabase();
  const staff = new pg.Client({ connectionString: target.url });
  await staff.connect();
  await createStaff(staff, { role: "staff" });
  await staff.end();
  await seed(target, { requests: 3_000 });
  const today = "service_requests r where created_at > timestamptz '2026-11-20T05:00:00Z'";
  expect(await count(target, `${today} and status = 'new'`)).toBeGreaterThan(1);
  const hasNote =
    "exists (select from request_notes n where n.request_id = r.id and n.author_id = r.assignee_id)";
  expect(await count(target, `${today} and status = 'contacted' and ${hasNote}`)).toBeGreaterThan(
    0,
  );
  expect(await count(target, "offers where state = 'open'")).toBe(4);
  expect(
    await count(target, "offers where state = 'accepted' and customer_approved_at is null"),
  ).toBeGreaterThan(4);
  const hasAssigneeEvent =
    "exists (select from request_events e where e.request_id = r.id and e.kind = 'assignee' and e.detail ->> 'assigneeId' = r.assignee_id::text)";
  expect(
    await count(
      target,
      `service_requests r where assignee_id is not null and not ${hasAssigneeEvent}`,
    ),
  ).toBe(0);
});

test("at night the offers of the evening are open, and staff have done nothing since", async () => {
  const target = await openDatabase();
  await seed(target, { requests: 3_000, now: new Date("2026-11-20T08:00:00.000Z") });
  expect(
    await count(
      target,
      "offers where state = 'open' and expires_at > timestamptz '2026-11-20T08:00:00Z'",
    ),
  ).toBeGreaterThan(0);
  expect(
    await count(target, "offers where state = 'accepted' and customer_approved_at is null"),
  ).toBeGreaterThan(0);
  const hour = "extract(hour from e.at at time zone interval '-5 hours')";
  expect(
    await count(
      target,
      `request_events e join service_requests r on r.id = e.request_id where r.timeframe <> 'emergency' and e.kind = 'status' and not ${hour} between 7 and 20`,
    ),
  ).toBe(0);
  expect(
    await count(
      target,
      "request_events e join service_requests r on r.id = e.request_id where e.at < r.created_at or e.at > timestamptz '2026-11-20T08:00:00Z'",
    ),
  ).toBe(0);
});

test("the same seed gives the same rows in any database; another seed gives others", async () => {
  const otherDatabase = await openDatabase();
  await seed(otherDatabase);
  const checksums = await computeChecksums(context);
  expect(await computeChecksums(otherDatabase)).toEqual(checksums);
  await seed(context, { seed: 2 });
  const otherChecksums = await computeChecksums(context);
  for (const table of TABLES) expect(otherChecksums[table], table).not.toBe(checksums[table]);
  await seed(context);
  expect(await computeChecksums(context)).toEqual(checksums);
  // Consent records of earlier runs are never deleted.
  expect(
    await count(
      context,
      "service_requests r where not exists (select from consent_records c where c.service_request_id = r.id and c.name = r.customer_name)",
    ),
  ).toBe(0);
  expect(await verifyConsentChain(context.db)).toEqual({
    checked: 1_200,
    unsealed: 0,
    damage: null,
  });
});

test("credits are in the ledger; those of missing providers were refunded", async () => {
  expect(await checkLedger(context.owner)).toEqual([]);
  expect(await count(context, "providers where credits > 0")).toBeGreaterThan(20);
  const deletedProviders = `(select provider_id, sum(amount) as total from ledger_lines where provider_id is not null and provider_id not in (select id from providers) group by 1) l`;
  expect(await count(context, deletedProviders)).toBeGreaterThan(0);
  expect(await count(context, `${deletedProviders} where total <> 0`)).toBe(0);
});

test("refuses if there are requests of real people, and with force changes none of them", async () => {
  const target = await openDatabase();
  await target.owner.$client.query(
    "insert into funnel_counts (day, name, count) values ('2026-11-01', 'page-view', 7), ('2026-11-01', 'something_else', 3)",
  );
  await storeRequest(target.db);
  await target.owner.$client.query(
    "insert into providers (id, company_name, contact_name, phone, created_at) values (gen_random_uuid(), 'Real', 'Real', '1', now())",
  );
  const listRealRows = async () => [
    await queryRows(
      target.owner,
      "select r::text, o::text as outbox from service_requests r join crm_outbox o on o.request_id = r.id where not r.is_demo",
    ),
    await queryRows(target.owner, "select p::text from providers p where not is_demo"),
    // Demo runs must not add to the consent records of real people.
    await queryRows(target.owner, "select c::text from consent_records c"),
  ];
  const rowsBefore = await listRealRows();
  expect(await seed(target)).toEqual({ ok: false, reason: "real-requests" });
  expect(await count(target, "service_requests")).toBe(1);
  await seed(target, { force: true });
  const views = "funnel_counts where day = '2026-11-01' and name = 'page-view' and count > 20";
  expect(await count(target, views)).toBe(1);
  // A day later, with fewer requests: only demo rows are replaced.
  await seed(target, { force: true, requests: 40, now: new Date(now.getTime() + DAY_MS) });
  expect(await listRealRows()).toEqual(rowsBefore);
  expect(await count(target, "service_requests where is_demo")).toBe(40);
  expect(await count(target, "crm_outbox")).toBe(1);
  expect(await count(target, "consent_records")).toBe(1);
  await seed(target, { force: true, requests: 0 });
  expect(await count(target, "service_requests")).toBe(1);
});

test("removing the demo restores the counts of real visitors", async () => {
  const target = await openDatabase();
  const insert = () =>
    target.owner.$client.query(
      "insert into funnel_counts (day, name, count) values ('2026-11-01', 'page-view', 7) on conflict (day, name) do update set count = funnel_counts.count + 7",
    );
  await insert();
  await seed(target);
  const [firstRow] = await queryRows<{ count: string }>(
    target.owner,
    "select count from funnel_counts where day = '2026-11-01' and name = 'page-view'",
  );
  await insert();
  await seed(target);
  const [secondRow] = await queryRows<{ count: string }>(
    target.owner,
    "select count from funnel_counts where day = '2026-11-01' and name = 'page-view'",
  );
  expect(Number(secondRow?.count) - Number(firstRow?.count)).toBe(7);
  const quiz =
    "content_counts where name = 'view' and day = (select max(day) from content_counts where name = 'view') and content_id = (select min(content_id::text)::uuid from content_counts)";
  const countViews = async () =>
    Number(
      (await queryRows<{ count: string }>(target.owner, `select count from ${quiz}`))[0]?.count,
    );
  const viewsBefore = await countViews();
  await target.owner.$client.query(
    `update content_counts set count = count + 7 where (content_id, day, name) in (select content_id, day, name from ${quiz})`,
  );
  await seed(target);
  expect((await countViews()) - viewsBefore).toBe(7);
});

test("a demo request that staff resent does not block the next run", async () => {
  await context.owner.$client.query(
    "insert into crm_outbox (id, request_id, target, state, next_attempt_at, created_at) select gen_random_uuid(), id, 'contact-sync', 'waiting', now(), now() from service_requests where is_demo limit 1",
  );
  expect(await seed(context)).toMatchObject({ ok: true });
  expect(await count(context, "crm_outbox")).toBe(0);
});
