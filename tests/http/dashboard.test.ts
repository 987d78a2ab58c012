import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor, findLink, readText } from "./visitor.ts";

/** The text of the part of the page that starts with this title, up to the next start or the end. */
const readPart = (html: string, title: string) =>
  html
    .split(/<(?:section|nav)|role="group"/)
    .map((part) => readText(`<i ${part.split("</section>")[0]}`).trim())
    .find((text) => text.startsWith(`${title} `)) ?? "";

/** The number after a label of a subject. */
function readFigure(html: string, subject: string, label: string): number {
  const text = readPart(html, subject);
  return Number(text.split(` ${label} `)[1]?.split(" ")[0]?.replace(/[$,]/g, ""));
}

async function addRows(db: pg.Client, customer: string) {
  const provider = randomUUID();
  await db.query(
    "insert into providers (id, company_name, contact_name, phone, verification_status, created_at) values ($1, 'Test Co', 'Pat', '404', 'verified', now())",
    [provider],
  );
  await db.query(
    "insert into payments_subscriptions (id, provider_id, status) values (gen_random_uuid(), $1, 'active')",
    [provider],
  );
  await db.query(
    "insert into bid_unlocks (id, provider_id, amount_paid, paid_at) values (gen_random_uuid(), $1, 30.30, now())",
    [provider],
  );
  await db.query(
    "insert into homeowners (id, name, setup_completed, created_at) values (gen_random_uuid(), 'Sam', true, now())",
  );
  await db.query(
    "insert into call_attributions (id, started_at, connected_at) values (gen_random_uuid(), now(), now()), (gen_random_uuid(), now(), null)",
  );
  await db.query(
    "insert into notifications (id, channel, kind, sent_at) values (gen_random_uuid(), 'email', 'test', now()), (gen_random_uuid(), 'sms', 'test', now())",
  );
  await db.query(
    `insert into quizzes (id, title, slug, description, service_type, questions, is_active, created_at, updated_at)
     values (gen_random_uuid(), 'Dashboard test', $1, '-', 'Plumbing', '[]', true, now(), now())`,
    [`dashboard-${provider}`],
  );
  await addRequest(db, customer);
}

const addRequest = (db: pg.Client, customer: string) =>
  db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, additional_details, created_at)
     values (gen_random_uuid(), '-', $1, '4045550100', 'Plumbing', '-', '-', '{}', now())`,
    [customer],
  );

const FIGURES: [subject: string, label: string, added: number][] = [
  ["Service requests", "All", 1],
  ["Service requests", "Today", 1],
  ["Providers", "All", 1],
  ["Providers", "Active", 1],
  ["Homeowners", "New today", 1],
  ["Homeowners", "Setup completed", 1],
  ["Quizzes", "All", 1],
  ["Quizzes", "Active", 1],
  ["Income", "Today", 30.3],
  ["Income", "Last 30 days", 30.3],
  ["Income", "Average per day", 1.01],
  ["Call attribution", "Today", 2],
  ["Call attribution", "Connected", 1],
  ["Notifications today", "Email", 1],
  ["Notifications today", "SMS", 1],
];

test("the dashboard's totals match the rows, and the newest requests are shown", async ({ db }) => {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const loadDashboard = async () => (await staff.open("/backyard/dashboard")).html;
  const readFigures = async () => {
    const html = await loadDashboard();
    return FIGURES.map(([subject, label]) => readFigure(html, subject, label));
  };
  // The first request after a start shows totals that are still being counted.
  await expect.poll(readFigures).not.toContain(Number.NaN);
  const before = await readFigures();
  await addRows(db, `Dashboard ${randomUUID()}`);
  // Totals may be ten seconds old, and other tests add rows at the same time, so every number has
  // grown by at least these rows.
  const listMissing = async () => {
    const current = await readFigures();
    return FIGURES.filter(
      ([, , added], index) =>
        !((current[index] ?? 0) >= (before[index] ?? Number.NaN) + added - 0.01),
    );
  };
  await expect.poll(listMissing, { interval: 1_000 }).toEqual([]);

  const html = await loadDashboard();
  expect(readPart(html, "Refunds")).toContain("Requires data source");
  expect(readPart(html, "Refunds").match(/\b0\b/g)).toHaveLength(2);
  const actions = readText(html);
  expect(actions).toContain("Quick actions");
  expect(findLink(html, "Manage quizzes")).toBe("/backyard/quizzes");
  for (const title of ["Requests per day", "Income per day"])
    expect(html).toContain(`aria-label="Table: ${title}"`);

  const newest = `Newest ${randomUUID()}`;
  for (let index = 0; index < 4; index++) await addRequest(db, `Earlier ${randomUUID()}`);
  await expect
    .poll(async () => {
      await addRequest(db, newest);
      return readPart(await loadDashboard(), "Latest service requests");
    })
    .toContain(newest);
  const latest = await loadDashboard();
  const card = latest.slice(latest.indexOf("Latest service requests"));
  const list = card.slice(0, card.indexOf("</section>"));
  expect(list.match(/<li/g)).toHaveLength(5);
  expect(readText(list)).toContain("New Plumbing");
  expect(list).toMatch(/<time[^>]*title="[^"]*\d{4}, \d+:\d\d [AP]M/);
});

test("starts with who to call now, and links to the views", async ({ db }) => {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const name = `Flooded ${randomUUID()}`;
  await db.query(
    `insert into service_requests (id, body_hash, customer_name, customer_phone, service_type, project_type, project_size, timeframe, additional_details, created_at)
     values (gen_random_uuid(), '-', $1, '4045550100', 'Plumbing', '-', '-', 'emergency', '{}', now() - interval '20 years')`,
    [name],
  );
  const { html } = await staff.open("/backyard/dashboard");
  expect(readPart(html, "Call now")).toMatch(
    /^Call now Call now: \d+ (?:emergency|emergencies).*, oldest 20 years ?\./,
  );
  expect(html).toMatch(/href="\/backyard\/service-requests\?view=emergency"[^>]*>\d+ emergenc/);
  const queue = html.slice(html.indexOf("First to call"));
  expect(queue.slice(0, queue.indexOf("</li>"))).toContain(name);
  await db.query("delete from service_requests where customer_name = $1", [name]);
});

test("only known events from our own pages are counted", async ({ send }) => {
  const postEvent = async (body: string, headers: Record<string, string> = { Origin: site() }) =>
    (await send("/functions/v1/event", { method: "POST", headers, body })).status;
  expect(await postEvent('{"name":"page-view"}')).toBe(204);
  expect(await postEvent('{"name":"visitor-7"}')).toBe(400);
  expect(await postEvent("x".repeat(5_000))).toBe(413);
  expect(await postEvent('{"name":"page-view"}', { Origin: "https://elsewhere.example" })).toBe(
    403,
  );
  expect(await postEvent('{"name":"page-view"}', {})).toBe(403);
});
