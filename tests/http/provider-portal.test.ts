import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import type pg from "pg";
import { expect } from "vitest";
import { DAY_MS } from "#app/lib/durations.ts";
import routes from "#app/routes.ts";
import { getCredits, insertPlumber, sendCustomer } from "../offers.ts";
import { createImage } from "../photos.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const INBOX = "/backyard/service-requests";

/** A company with a person who is signed in. */
async function createCompany(db: pg.Client, zip: string) {
  const provider = await insertPlumber(db, zip);
  const person = await createSignedInPerson(db, { providerId: provider.id });
  return { ...provider, person, browser: createVisitor(person) };
}

/** Offers a customer's request to a company, as staff do. @returns the id of the offer */
async function offerTo(db: pg.Client, { id: requestId }: { id: string }, providerId: string) {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  await staff.submit(`${INBOX}/${requestId}.data`, { id: requestId, intent: "offer", providerId });
  const { rows } = await db.query<{ id: string }>(
    "select id from offers where request_id = $1 and provider_id = $2",
    [requestId, providerId],
  );
  return { offerId: rows[0]?.id ?? "", staff };
}

/** Accepts an offer, and records the customer's yes on the phone. */
async function connect(
  db: pg.Client,
  customer: Awaited<ReturnType<typeof sendCustomer>>,
  company: Awaited<ReturnType<typeof createCompany>>,
) {
  const { offerId, staff } = await offerTo(db, customer, company.id);
  await company.browser.submit(`/pro/offers/${offerId}`, { answer: "accept" });
  await staff.submit(`${INBOX}/${customer.id}.data`, {
    ...{ id: customer.id, intent: "customer-answer", offerId, answer: "yes" },
  });
  return offerId;
}

test("a company takes an offer in its portal, gets the contact after the yes, and finishes the job", async ({
  db,
}) => {
  const company = await createCompany(db, "10002");
  const customer = await sendCustomer(db, { url: site(), zip: "10002" });
  const { offerId, staff } = await offerTo(db, customer, company.id);
  const { browser } = company;

  const today = await browser.open("/pro/today");
  expect(today.text).toMatch(/New offers .*Plumbing.* (?:29|30) minutes left/);
  expect(today.text).toContain("“Leak. [hidden] [hidden], [hidden]”");
  const offer = await browser.open(`/pro/offers/${offerId}`);
  expect(offer.text).toContain("Accept for 25 credits");
  expect(offer.text).toContain("Jobs like this usually cost");
  const accepted = await browser.submit(`/pro/offers/${offerId}`, { answer: "accept" });
  expect(accepted.status).toBe(303);
  const waiting = await browser.open(`/pro/jobs/${offerId}`);
  expect(waiting.text).toContain("We are asking the customer whether you may call");
  for (const personal of customer.personal)
    expect(today.html + offer.html + waiting.html).not.toContain(personal);
  expect(await getCredits(db, company.id)).toBe(75);

  await staff.submit(`${INBOX}/${customer.id}.data`, {
    ...{ id: customer.id, intent: "customer-answer", offerId, answer: "yes" },
  });
  expect((await browser.open("/pro/today")).text).toContain(customer.name);
  const job = await browser.open(`/pro/jobs/${offerId}`);
  expect(job.text).toContain(customer.name);
  expect(job.text).toContain("77 Secret Lane");

  const note = `See you soon ${randomUUID().slice(0, 8)}`;
  await browser.submit(`/pro/jobs/${offerId}`, { intent: "message", text: note });
  expect((await browser.open(`/pro/jobs/${offerId}`)).text).toContain(note);
  expect((await createVisitor().open(customer.path)).text).toContain(note);

  const refused = await browser.submit(`/pro/jobs/${offerId}`, {
    intent: "job-stage",
    stage: "not-hired",
  });
  expect([refused.status, refused.text.includes("Choose why")]).toEqual([400, true]);
  await browser.submit(`/pro/jobs/${offerId}`, {
    ...{ intent: "job-stage", stage: "done", paid: "$1,250" },
  });
  expect((await browser.open("/pro/jobs")).text).not.toContain(customer.name);
  for (const list of ["done", "all"])
    expect((await browser.open(`/pro/jobs?list=${list}`)).text).toContain(customer.name);
  expect((await staff.open(`${INBOX}/${customer.id}`)).text).toContain(
    "says: done, paid $1,250.00",
  );
});

test("a job shows its visit, and what the customer wrote until it is answered", async ({ db }) => {
  const company = await createCompany(db, "10010");
  const customer = await sendCustomer(db, { url: site(), zip: "10010" });
  const offerId = await connect(db, customer, company);
  const { browser } = company;
  const path = `/pro/jobs/${offerId}`;

  const refused = await browser.submit(path, { intent: "set-visit", day: "", start: "10" });
  expect([refused.status, refused.text.includes("Choose a day and a time.")]).toEqual([409, true]);
  const [, day = ""] = /name="day"[\s\S]*?value="(2\d{3}-\d\d-\d\d)"/.exec(refused.html) ?? [];
  const next = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
  await browser.submit(path, { intent: "set-visit", day: next, start: "10" });
  expect((await browser.open(path)).text).toMatch(/The visit \w+, \w+ \d+, 10 AM to 12 PM/);
  const visitor = createVisitor();
  expect((await visitor.open(customer.path)).text).toContain(
    "entered this time, which you agreed on. If you did not, move or cancel it.",
  );

  const isWaiting = async () => (await browser.open("/pro/jobs")).text.includes("to answer");
  expect(await isWaiting()).toBe(false);
  const write = (text: string) =>
    visitor.submit(customer.path, { intent: "message", text, offerId });
  await write("Thank you!");
  expect(await isWaiting()).toBe(true);
  expect((await browser.open("/pro/today")).text).toContain("Thank you!");
  const skipAnswer = async (html: string) => {
    const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(html) ?? [];
    await browser.submit(path, { intent: "messages-done", seen });
  };
  const { html } = await browser.open(path);
  await skipAnswer(html);
  expect(await isWaiting()).toBe(false);
  await write("The gate is open");
  await skipAnswer(html);
  // The page that was answered did not show the second message.
  expect(await isWaiting()).toBe(true);
});

test("an address of the portal that does not exist leads back to it", async ({ db }) => {
  const { browser } = await createCompany(db, "10011");
  const { status, text } = await browser.open("/pro/nonsense/page");
  expect([status, text.includes("This page does not exist")]).toEqual([404, true]);
  expect(text).toContain("Go to Today");
});

test("a company that gets no offers reads why, and one that can get them does not", async ({
  db,
}) => {
  const company = await createCompany(db, "10009");
  const title = "You are not getting offers";
  expect((await company.browser.open("/pro/today")).text).not.toContain(title);
  await db.query(
    `update providers set credits = 3, verification_status = 'expired', service_area_zips = '{}' where id = $1`,
    [company.id],
  );
  const { text } = await company.browser.open("/pro/today");
  expect(text).toContain(title);
  for (const reason of ["not verified now", "no area yet", "You have 3 credits"])
    expect(text).toContain(reason);
  expect(text).not.toContain("subscription is not active");
});

test("an offer that is declined costs nothing and says so", async ({ db }) => {
  const company = await createCompany(db, "10003");
  const customer = await sendCustomer(db, { url: site(), zip: "10003" });
  const { offerId } = await offerTo(db, customer, company.id);
  await company.browser.submit(`/pro/offers/${offerId}`, { answer: "decline" });
  expect((await company.browser.open(`/pro/offers/${offerId}`)).text).toContain(
    "You declined this offer",
  );
  expect((await company.browser.open("/pro/offers")).text).toContain("You declined");
  expect(await getCredits(db, company.id)).toBe(100);
});

/** The routes below /pro that name something by its id. */
function listRoutesWithIds(entries: RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap((entry) => {
    const pattern = entry.path ? `${parent}/${entry.path}` : parent;
    const isOwn = entry.path && pattern.startsWith("/pro/") && /:\w+Id\b/.test(pattern);
    return [...(isOwn ? [pattern] : []), ...listRoutesWithIds(entry.children ?? [], pattern)];
  });
}

test("nobody sees anything of another company, on any page or file that is named by an id", async ({
  db,
}) => {
  const [own, other] = [await createCompany(db, "10004"), await createCompany(db, "10004")];
  const customer = await sendCustomer(db, { url: site(), zip: "10004" });
  const form = new FormData();
  const bytes = await createImage().jpeg().toBuffer();
  form.set("photos", new File([new Uint8Array(bytes)], "leak.jpg", { type: "image/jpeg" }));
  await createVisitor().submit(`${customer.path}/photos`, form);
  const offerId = await connect(db, customer, own);
  await own.browser.submit(`/pro/jobs/${offerId}`, { intent: "message", text: "Hello" });
  const { rows } = await db.query<{ id: string }>(
    "select id from request_photos where request_id = $1",
    [customer.id],
  );
  const ids: Record<string, string> = {
    ...{ offerId, photoId: rows[0]?.id ?? "" },
    ...(await addPaperAndPurchase(db, own.id)),
  };
  const patterns = listRoutesWithIds(await routes);
  expect(patterns.length).toBeGreaterThan(3);
  for (const pattern of patterns) {
    const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => {
      expect(Object.keys(ids), `${pattern}: the test has no ${name}`).toContain(name);
      return ids[name] ?? "";
    });
    // Of their own company it is there, so that a wrong path cannot pass for a refusal.
    const shown = await own.browser.open(path);
    if (!path.endsWith("visit.ics")) expect([200, 302], path).toContain(shown.status);
    for (const address of [path, `${path}.data`]) {
      const refused = await other.browser.open(address);
      expect(refused.status, address).toBe(404);
      for (const personal of customer.personal) expect(refused.html).not.toContain(personal);
    }
    // A form changes nothing either.
    const before = await countEvents(db, customer.id);
    const forms: Record<string, string>[] = [
      { answer: "accept" },
      { answer: "decline" },
      { intent: "message", text: "From somebody else" },
      { intent: "job-stage", stage: "done" },
      { intent: "cause", cause: "other" },
      { intent: "cancel-visit", sequence: "0", reason: "x" },
    ];
    for (const fields of forms) await other.browser.submit(path, fields);
    expect(await countEvents(db, customer.id), path).toBe(before);
  }
  const pages = [
    "today",
    "offers",
    "jobs",
    "credits",
    "credits/receipts",
    "credits/statement.csv",
    "documents",
    "profile",
    "figures",
    "account",
  ];
  for (const page of pages.map((name) => `/pro/${name}`)) {
    const { html } = await other.browser.open(page);
    for (const id of Object.values(ids)) expect(html).not.toContain(id);
    expect(html).not.toContain(own.person.email);
    for (const personal of customer.personal) expect(html).not.toContain(personal);
  }
});

test("a form with an id of another company answers like an unknown one, and changes nothing", async ({
  db,
}) => {
  const [own, other] = [await createCompany(db, "10006"), await createCompany(db, "10006")];
  const offerId = await connect(db, await sendCustomer(db, { url: site(), zip: "10006" }), own);
  const { documentId } = await addPaperAndPurchase(db, own.id);
  const countRows = async () =>
    (
      await db.query(
        `select (select count(*) from provider_documents where provider_id = $1)::int as papers,
           (select count(*) from offer_disputes where provider_id = $1)::int as disputes`,
        [own.id],
      )
    ).rows;
  const dispute = { intent: "dispute", claim: "outside-area" };
  for (const unknown of [false, true]) {
    const [paper, offer] = unknown ? [randomUUID(), randomUUID()] : [documentId, offerId];
    const removed = await other.browser.submit("/pro/documents", { remove: paper });
    const disputed = await other.browser.submit(`/pro/jobs/${offer}`, dispute);
    expect([removed.status, disputed.status]).toEqual([404, 404]);
  }
  expect(await countRows()).toEqual([{ papers: 1, disputes: 0 }]);
  // Of their own company the same forms work, so that a wrong form cannot pass for a refusal.
  await own.browser.submit("/pro/documents", { remove: documentId });
  await own.browser.submit(`/pro/jobs/${offerId}`, dispute);
  expect(await countRows()).toEqual([{ papers: 0, disputes: 1 }]);
});

async function addPaperAndPurchase(db: pg.Client, providerId: string) {
  const [documentId, purchaseId] = [randomUUID(), randomUUID()];
  await db.query(
    `insert into provider_documents (id, provider_id, kind, number, issuer, valid_until, content_type, file, created_at)
     values ($1, $2, 'license', 'L-1', 'Board', '2099-01-01', 'image/jpeg', '\\xffd8ff', now())`,
    [documentId, providerId],
  );
  await db.query(
    `insert into credit_purchases (id, provider_id, credits, cents, state, payment_id, created_at, paid_at)
     values ($1, $2, 25, 2500, 'paid', $3, now(), now())`,
    [purchaseId, providerId, `pi_${purchaseId}`],
  );
  return { documentId, purchaseId };
}

const countEvents = async (db: pg.Client, requestId: string) =>
  (
    await db.query<{ n: number }>(
      `select (select count(*) from request_events where request_id = $1)::int
        + (select count(*) from request_messages where request_id = $1)::int as n`,
      [requestId],
    )
  ).rows[0]?.n;

test("staff see a provider's portal as it is, change nothing in it, and are in the audit log", async ({
  db,
}) => {
  const company = await createCompany(db, "10005");
  const customer = await sendCustomer(db, { url: site(), zip: "10005" });
  const { offerId, staff } = await offerTo(db, customer, company.id);
  const base = `/backyard/providers/${company.id}/portal`;
  const page = await staff.open(`${base}/offers/${offerId}`);
  expect(page.text).toContain(`You see what ${company.name} sees. Nothing can be changed here.`);
  expect(page.text).toContain("Accept for 25 credits");
  const refused = await staff.submit(`${base}/offers/${offerId}`, { answer: "accept" });
  expect(refused.status).toBe(405);
  expect(await getCredits(db, company.id)).toBe(100);
  const { rows } = await db.query(
    "select changes ->> 'page' as page from audit_log where action = 'view-as-provider' and entity_id = $1",
    [company.id],
  );
  expect(rows).toContainEqual({ page: `/offers/${offerId}` });
  // Only what belongs to that provider.
  const other = await createCompany(db, "10005");
  expect(
    (await staff.open(`/backyard/providers/${other.id}/portal/offers/${offerId}`)).status,
  ).toBe(404);
  // A provider's session opens nothing of staff, and the other way around.
  expect((await company.browser.open(`${base}/today`)).status).toBe(302);
  expect((await staff.open("/pro/today")).location).toBe("/pro?next=%2Fpro%2Ftoday");
});

test("members have no buttons of owners, and their forms are refused", async ({ db }) => {
  const company = await createCompany(db, "10006");
  const member = await createSignedInPerson(db, { providerId: company.id, role: "member" });
  const browser = createVisitor(member);
  expect((await browser.open("/pro/account")).text).not.toContain("People of your company");
  const refused = await browser.submit("/pro/account", { intent: "invite", role: "owner" });
  expect([refused.status, refused.text.includes("Only owners can do this")]).toEqual([403, true]);
  const invited = await company.browser.submit("/pro/account", {
    intent: "invite",
    role: "member",
  });
  expect(invited.html).toMatch(/\/pro\/join\/[\w-]{43}/);
});

test("who may act can be changed only soon after a sign-in", async ({ db }) => {
  const company = await createCompany(db, "10007");
  await db.query(
    "update provider_sessions set created_at = now() - interval '61 minutes' where id = $1",
    [company.person.sessionId],
  );
  const refused = await company.browser.submit("/pro/account", { intent: "invite", role: "owner" });
  expect([refused.status, refused.text.includes("Sign in again to do this")]).toEqual([403, true]);
  expect((await company.browser.open("/pro/offers")).status).toBe(200);
});

test("the id of another company's person, session or invitation in a form changes nothing", async ({
  db,
}) => {
  const [own, other] = [await createCompany(db, "10008"), await createCompany(db, "10008")];
  const member = await createSignedInPerson(db, { providerId: own.id, role: "member" });
  await own.browser.submit("/pro/account", { intent: "invite", role: "member" });
  const read = async () =>
    (
      await db.query(
        `select (select count(*) from provider_sessions s where s.user_id = u.id)::int as sessions, u.role, u.is_active,
           (select count(*) from provider_invitations i where i.provider_id = $1 and i.expires_at > now())::int as invitations
         from provider_users u where u.provider_id = $1 order by u.id`,
        [own.id],
      )
    ).rows;
  const before = await read();
  const [invitation] = (
    await db.query<{ id: string }>("select id from provider_invitations where provider_id = $1", [
      own.id,
    ])
  ).rows;
  const forms: Record<string, string>[] = [
    ...["make-owner", "deactivate", "reset-factor", "end-sessions", "delete"].map((change) => ({
      ...{ intent: "change-person", person: member.userId, change },
    })),
    { intent: "end-session", session: member.sessionId },
    { intent: "withdraw-invitation", invitation: invitation?.id ?? "" },
  ];
  for (const form of forms) await other.browser.submit("/pro/account", form);
  expect(await read()).toEqual(before);
});
