import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { listUnnotifiedApprovals } from "#app/features/offers/customer/customer-offers.sql.ts";
import {
  listUnnotifiedCancels,
  listUnnotifiedClosings,
  listUnnotifiedErasures,
  listUnnotifiedStops,
} from "#app/features/offers/customer/unnotified-offers.sql.ts";
import { listUntoldStops } from "#app/features/offers/pushes.sql.ts";
import {
  listUnnotifiedChanges,
  listUnnotifiedCustomers,
} from "#app/features/offers/visits/visits.sql.ts";
import { listUntoldEmergencies } from "#app/features/push/pushes.sql.ts";
import { endAlarms, listUnattended } from "#app/features/requests/assignments/alarms.sql.ts";
import { DAY_MS } from "#app/lib/durations.ts";
import { openTestDatabase, queryRows } from "../factories.ts";

/** Three requests an hour for most of a year: enough for the planner to prefer an index. */
const REQUESTS = 20_000;
const now = new Date("2026-11-02T15:00:00Z");
const AT = `'${now.toISOString()}'::timestamptz - i * interval '20 minutes'`;

const SEEDS = [
  `insert into providers (id, company_name, contact_name, contact_email, phone, created_at)
   select gen_random_uuid(), 'Peach', 'Pat', 'pat@x.example', '4045550100', ${AT}
   from generate_series(1, 50) i`,
  // Before the requests: a trigger looks for the requests of each contact.
  `insert into suppressions (id, kind, contact_hash, source, opted_out_at)
   select gen_random_uuid(), 'email', 'e' || i, 'test', ${AT}
   from generate_series(1, ${REQUESTS}, 10) i`,
  `insert into provider_opt_outs (id, provider_id, contact_hash, source, opted_out_at)
   select gen_random_uuid(), p.id, 'e' || i, 'test', ${AT}
   from generate_series(1, ${REQUESTS}, 30) i, (select id from providers limit 1) p`,
  `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type,
     project_type, project_size, additional_details, created_at, email_hash, closed_at, status)
   select gen_random_uuid(), 'x', 'Jordan', '4045550123', 'Plumbing', 'General', 'Small', '{}',
     ${AT}, 'e' || i, case when i % 20 = 0 then ${AT} end,
     case when i % 20 = 0 then 'closed' else 'new' end
   from generate_series(1, ${REQUESTS}) i`,
  `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at,
     expires_at, customer_approved_at, contact_until, customer_approval_recorded_by)
   select gen_random_uuid(), r.id, p.ids[1 + i % 50], case when i % 3 = 0 then 'accepted' else 'expired' end,
     'token' || i, 25, 'test', r.created_at, r.created_at,
     case when i % 3 = 0 then r.created_at end,
     case when i % 3 = 0 then r.created_at + interval '30 days' end,
     case when i % 3 = 0 then 'customer' end
   from (select *, row_number() over () as i from service_requests) r,
     (select array_agg(id) as ids from providers) p`,
  // It would look for a snooze 20,000 times.
  "alter table request_events disable trigger request_events_end_snooze",
  `insert into request_events (id, request_id, at, kind, detail)
   select gen_random_uuid(), request_id, created_at, kind, jsonb_build_object('offerId', id, 'sequence', 0, 'by', 'customer')
   from offers, unnest(array['offered', 'note', 'visit-booked',
     case when token_hash like '%77' then 'erasure-noted' else 'status' end]) kind`,
  `insert into notifications (id, channel, kind, subject_id, sent_at)
   select gen_random_uuid(), 'email', kind, id, created_at
   from offers, unnest(array['offer', 'offer-released', 'customer-canceled']) kind`,
  `insert into appointments (id, request_id, offer_id, provider_id, state, starts_at, ends_at, created_at, updated_at)
   select gen_random_uuid(), request_id, id, provider_id, 'canceled', created_at,
     created_at + interval '2 hours', created_at, created_at
   from offers where state = 'accepted'`,
  `insert into ledger_entries (id, at, kind, reference, actor)
   select gen_random_uuid(), created_at, 'refund', id::text, 'test' from offers`,
  `insert into inbox_alarms (id, kind, request_id, raised_at, ended_at)
   select gen_random_uuid(), 'waiting', id, created_at, created_at from service_requests`,
  "analyze",
];

let context: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  context = await openTestDatabase(inject("templateUrl"));
  for (const seed of SEEDS) await queryRows(context.owner, seed);
}, 120_000);
afterAll(() => context.close());

const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const news = { now, mailKind: "customer-canceled", untoldKind: "cancel-untold", limit: 50 };
const visits = { ...news, since: daysAgo(1), kinds: ["visit-booked"], canMail: true };

test.each([
  [
    "a yes",
    listUnnotifiedApprovals,
    { ...news, since: daysAgo(1), approvedBy: "customer" },
    ["offers_customer_approved_at", "notifications_kind_subject_id"],
  ],
  [
    "a stop",
    listUnnotifiedStops,
    { ...news, since: daysAgo(14) },
    ["suppressions_opted_out_at", "provider_opt_outs_opted_out_at"],
  ],
  [
    "a stop on devices",
    listUntoldStops,
    { since: daysAgo(0.02), now },
    ["suppressions_opted_out_at", "offers_provider_contact", "service_requests_pkey"],
  ],
  [
    "a cancel",
    listUnnotifiedCancels,
    { ...news, since: daysAgo(14) },
    ["service_requests_closed_at"],
  ],
  [
    "a closed request",
    listUnnotifiedClosings,
    { ...news, since: daysAgo(14), refundNote: "request-closed" },
    ["service_requests_closed_at", "ledger_entries_at"],
  ],
  [
    "an erasure",
    listUnnotifiedErasures,
    { ...news, since: daysAgo(14) },
    ["request_events_erasure_noted"],
  ],
  [
    "a changed visit",
    listUnnotifiedChanges,
    visits,
    ["appointments_updated_at", "notifications_kind_subject_id"],
  ],
  ["an emergency", listUntoldEmergencies, { since: daysAgo(1) }, ["service_requests_emergencies"]],
  ["a customer without an address", listUnnotifiedCustomers, visits, ["appointments_updated_at"]],
  [
    "requests that wait",
    listUnattended,
    {
      now,
      erasedHash: "erased",
      since: daysAgo(7),
      isOpen: true,
      isEmergencyOpen: true,
      emergencySince: daysAgo(1),
      emergencyUntil: now,
      waitingUntil: now,
      limit: 200,
    },
    ["service_requests_unattempted", "inbox_alarms_open"],
  ],
  [
    "the end of alarms",
    endAlarms,
    { now, erasedHash: "erased", all: false },
    ["inbox_alarms_open", "service_requests_pkey"],
  ],
])("the job that tells of %s reads only what is new", async (_, statement, search, indexes) => {
  const values: Record<string, unknown> = search;
  const plan = await queryRows(
    context.owner,
    `explain ${statement.text}`,
    Object.keys(statement.params).map((name) => values[name]),
  );
  for (const index of indexes) expect(JSON.stringify(plan)).toContain(index);
});
