import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect, inject } from "vitest";
import { parseCsv } from "#app/lib/parse-csv.ts";
import { postEvent } from "../fakes/stripe.ts";
import { type FakeEvent, FakePayments } from "../fakes/stripe-payments.ts";
import { type Customer, sendCustomer } from "../offers.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { WEBHOOK_SECRET } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { readText } from "./visitor.ts";

const PAGE = "/pro/credits";

/** Buys credits at a double of Stripe; its events are posted with `send`. */
function createPayments() {
  const events: FakeEvent[] = [];
  const payments = new FakePayments({ publish: (event) => events.push(event) });
  return {
    payments,
    buy: (providerId: string) =>
      payments.pay({ cents: 5_000, metadata: { provider_id: providerId, credits: "50" } }),
    async send(secret = WEBHOOK_SECRET) {
      const url = `${site()}/webhooks/stripe`;
      const sent = await Promise.all(events.map((event) => postEvent({ url, secret }, event)));
      return new Set(sent);
    },
  };
}

const findPurchase = async (db: pg.Client, providerId: string) =>
  (
    await db.query<{ id: string }>("select id from credit_purchases where provider_id = $1", [
      providerId,
    ])
  ).rows[0]?.id ?? "";

test("a signed refund takes credits back; the page explains it, and the receipt is for its provider alone", async ({
  send,
  db,
}) => {
  const person = await createSignedInPerson(db, { role: "member" });
  const stripe = createPayments();
  const payment = stripe.buy(person.providerId);
  stripe.payments.refund(payment, 2_000);
  expect(await stripe.send("whsec_other")).toEqual(new Set([false]));
  expect(await stripe.send()).toEqual(new Set([true]));
  expect(await stripe.send()).toEqual(new Set([true]));
  const html = await (await send(PAGE, { headers: person.headers })).text();
  expect(html).toContain("30 credits");
  expect(html).toContain("Bought with Stripe, $50.00");
  expect(html).toMatch(/Returned by Stripe: \$20\.00 of your payment of .* was refunded/);

  const purchase = await findPurchase(db, person.providerId);
  const path = `${PAGE}/receipts/${purchase}`;
  expect(html).toContain(`href="${path}"`);
  const receipt = await send(path, { headers: person.headers });
  expect(receipt.status).toBe(200);
  expect(await receipt.text()).toContain(payment.id);
  const other = await createSignedInPerson(db);
  const [foreign, unknown] = await Promise.all(
    [path, `${PAGE}/receipts/${randomUUID()}`].map((url) => send(url, { headers: other.headers })),
  );
  expect([foreign?.status, unknown?.status]).toEqual([404, 404]);
  expect(await (await send(PAGE, { headers: other.headers })).text()).not.toContain(purchase);

  const staff = await createSignedInStaff(db, "staff");
  const portal = `/backyard/providers/${person.providerId}/portal/credits`;
  const seen = await (await send(portal, { headers: staff.headers })).text();
  expect(seen).toContain(`href="${portal}/receipts/${purchase}"`);
  expect((await send(`${portal}/receipts/${purchase}`, { headers: staff.headers })).status).toBe(
    200,
  );
});

test("an owner is sent to Stripe's page, which the policy of this page alone allows; a member cannot buy", async ({
  send,
  db,
}) => {
  const owner = await createSignedInPerson(db);
  const member = await createSignedInPerson(db, { role: "member", providerId: owner.providerId });
  const { stripeUrl } = inject("sharedSite");
  const post = (headers: Record<string, string>, fields: Record<string, string>) =>
    send(PAGE, {
      method: "POST",
      headers: { ...headers, Origin: site() },
      body: new URLSearchParams(fields),
    });
  const started = await post(owner.headers, { credits: "50" });
  expect(started.status).toBe(303);
  expect(started.headers.get("location")).toMatch(new RegExp(`^${stripeUrl}/c/pay/cs_test_`));
  const getPolicy = async (path: string, headers: Record<string, string>) =>
    (await send(path, { headers })).headers.get("content-security-policy");
  expect(await getPolicy(PAGE, owner.headers)).toContain(`form-action 'self' ${stripeUrl};`);
  expect(await getPolicy(PAGE, member.headers)).toContain("form-action 'self';");
  expect(await getPolicy("/pro/today", owner.headers)).toContain("form-action 'self';");

  const refused = await post(member.headers, { credits: "50" });
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Ask an owner of your company to buy credits.");

  const page = await (await send(PAGE, { headers: owner.headers })).text();
  expect(readText(page)).toMatch(/By buying, .+ agrees to the rules at How it works/);
  const wrong = await post(owner.headers, { credits: "other", other: "7 or so" });
  expect(wrong.status).toBe(400);
  const html = await wrong.text();
  expect(html).toContain("Enter a whole number of credits from 10 to 2,000.");
  expect(html).toContain('value="7 or so"');
  const { rows } = await db.query("select state from credit_purchases where provider_id = $1", [
    owner.providerId,
  ]);
  expect(rows).toEqual([{ state: "open" }]);
});

test("the statement shows city and ZIP of a job, and of an erased request the service alone", async ({
  send,
  db,
}) => {
  const person = await createSignedInPerson(db);
  const { providerId } = person;
  const customer = await addAcceptedOffer(db, { providerId, city: "Decatur" });
  await addAcceptedOffer(db, { providerId, city: "Savannah", isErased: true });
  const html = await (await send(PAGE, { headers: person.headers })).text();
  expect(html).toContain("Accepted: Plumbing in Decatur 30030");
  expect(html).not.toContain("Savannah");
  expect(html).toMatch(/Accepted: Plumbing</);
  for (const personal of customer.personal) expect(html).not.toContain(personal);
  expect(html).toMatch(/href="\/pro\/offers\/[0-9a-f-]{36}"/);
});

test("pages of the statement lead to older and newer changes", async ({ send, db }) => {
  const person = await createSignedInPerson(db);
  for (let index = 1; index <= 53; index += 1)
    await postEntry(db, { providerId: person.providerId, kind: "adjustment", amount: index });
  const open = async (path: string) => (await send(path, { headers: person.headers })).text();
  const first = await open(PAGE);
  expect(first).toContain(`href="${PAGE}?before=4#statement"`);
  expect(first).not.toContain("Newer changes");
  const last = await open(`${PAGE}?before=4`);
  expect(last.match(/<li class="flex flex-wrap/g)).toHaveLength(3);
  expect(last).toContain(`href="${PAGE}?before=54#statement"`);
  expect(last).not.toContain("Older changes");
  expect((await send(`${PAGE}?before=x%00`, { headers: person.headers })).status).toBe(200);
});

test("the whole statement is a CSV file, for members and for staff who look, of this company alone", async ({
  send,
  db,
}) => {
  const person = await createSignedInPerson(db, { role: "member" });
  const { providerId } = person;
  const customer = await addAcceptedOffer(db, { providerId, city: "Decatur" });
  for (let index = 1; index <= 600; index += 1)
    await postEntry(db, { providerId, kind: "adjustment", amount: 1 });
  await postEntry(db, {
    providerId: (await createSignedInPerson(db)).providerId,
    kind: "adjustment",
    amount: 7_777,
  });
  const path = `${PAGE}/statement.csv`;
  const page = await (await send(PAGE, { headers: person.headers })).text();
  expect(page).toContain(`href="${path}"`);
  const response = await send(path, { headers: person.headers });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": expect.stringMatching(/^attachment; filename="credits-[\d-]{10}\.csv"$/),
    "cache-control": "no-store",
  });
  const file = await response.text();
  const parsed = parseCsv(file);
  const [head, ...rows] = parsed.ok ? parsed.rows.map(({ cells }) => cells) : [];
  expect(head).toEqual(["Date", "Description", "Amount", "Balance"]);
  expect(rows).toHaveLength(601);
  const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
  expect(rows.at(0)).toEqual([date, "Adjusted by our team", "1", "575"]);
  expect(rows.at(-1)).toEqual([date, "Accepted: Plumbing in Decatur 30030", "-25", "-25"]);
  for (const personal of [...customer.personal, "7777"]) expect(file).not.toContain(personal);

  const staff = await createSignedInStaff(db, "staff");
  const portal = `/backyard/providers/${providerId}/portal/credits`;
  const seen = await send(`${portal}/statement.csv`, { headers: staff.headers });
  expect(await seen.text()).toBe(file);
  expect((await send(path)).status).toBe(302);
});

test("receipts are listed, twenty a page, without purchases that nobody paid", async ({
  send,
  db,
}) => {
  const person = await createSignedInPerson(db, { role: "member" });
  const addPurchase = (days: number, state: string) =>
    db.query(
      `insert into credit_purchases (id, provider_id, credits, cents, state, payment_id, created_at, paid_at)
       values (gen_random_uuid(), $1, $2::int, $2::int * 100, $3, $4, now() - make_interval(days => $2::int),
         case when $3 = 'paid' then now() - make_interval(days => $2::int) end)`,
      [person.providerId, days, state, state === "paid" ? `pi_${randomUUID()}` : null],
    );
  for (let days = 1; days <= 22; days += 1) await addPurchase(days, "paid");
  await addPurchase(23, "open");
  const open = async (path: string) => (await send(path, { headers: person.headers })).text();
  const count = (html: string) =>
    html.match(/href="\/pro\/credits\/receipts\/[0-9a-f-]{36}"/g)?.length;
  const first = await open(`${PAGE}/receipts`);
  expect(first).toMatch(/1 credit<.*\$1\.00.*20 credits<.*\$20\.00/);
  expect(count(first)).toBe(20);
  const [, older = ""] = /href="([^"]+)"[^>]*>Older receipts/.exec(first) ?? [];
  const second = await open(older);
  expect(count(second)).toBe(2);
  expect(second).toContain("22 credits");
  expect(second).not.toContain("23 credits");
  expect(second).not.toContain("Older receipts");
  expect((await send(`${PAGE}/receipts?before=x`, { headers: person.headers })).status).toBe(200);
});

type Entry = { providerId: string; kind: string; amount: number; reference?: string };

const postEntry = (db: pg.Client, { providerId, kind, amount, reference }: Entry) =>
  db.query(
    `with e as (insert into ledger_entries (id, at, kind, reference, actor) values (gen_random_uuid(), now(), $2, $4, 'test') returning id)
     insert into ledger_lines (id, entry_id, account, provider_id, amount)
     select gen_random_uuid(), e.id, 'provider', $1::uuid, $3::numeric from e
     union all select gen_random_uuid(), e.id, 'adjustments', null, -$3::numeric from e`,
    [providerId, kind, amount, reference],
  );

/** An accepted offer of a request, paid with credits. @returns the customer */
async function addAcceptedOffer(
  db: pg.Client,
  { providerId, city, isErased }: { providerId: string; city: string; isErased?: boolean },
): Promise<Customer> {
  const customer = await sendCustomer(db, { url: site(), zip: "30030" });
  await db.query(
    "update service_requests set city = $2, body_hash = case when $3 then 'erased' else body_hash end where id = $1",
    [customer.id, city, isErased ?? false],
  );
  const offerId = randomUUID();
  await db.query(
    `insert into offers (id, request_id, provider_id, state, token_hash, cost, offered_by, created_at, expires_at)
     values ($1, $2, $3, 'declined', $4, 25, 'test', now(), now())`,
    [offerId, customer.id, providerId, randomUUID()],
  );
  await postEntry(db, { providerId, kind: "offer", amount: -25, reference: offerId });
  return customer;
}
