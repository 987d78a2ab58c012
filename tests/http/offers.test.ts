import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { type Customer, getCredits, insertPlumber, sendCustomer } from "../offers.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const LIST = "/backyard/service-requests";

/** Opens a request as staff; `send` posts a form of its offers panel. */
async function openAsStaff(db: pg.Client, { id }: Customer) {
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const send = async (fields: Record<string, string>) =>
    (await staff.submit(`${LIST}/${id}.data`, { id, ...fields })).html;
  return {
    ...staff,
    read: async () => (await staff.open(`${LIST}/${id}`)).text,
    send,
    /** Offers the request. @returns the path of the provider's link, as no mail server is set up */
    offer: async (provider: { id: string }) =>
      /\/offers\/[\w-]{32}/.exec(await send({ intent: "offer", providerId: provider.id }))?.[0] ??
      "",
    /** The id of the newest offer. */
    lastOffer: async () =>
      (
        await db.query<{ id: string }>(
          "select id from offers where request_id = $1 order by created_at desc limit 1",
          [id],
        )
      ).rows[0]?.id ?? "",
  };
}

test("the provider's link works without JavaScript, and does not show the customer before the yes", async ({
  db,
}) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10001" });
  const provider = await insertPlumber(db, "10001");
  const staff = await openAsStaff(db, customer);
  const path = await staff.offer(provider);
  const visitor = createVisitor();
  const offerPage = await visitor.open(path);
  expect(Object.fromEntries(offerPage.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
  });
  expect(offerPage.text).toContain("Plumbing in Atlanta");
  expect(offerPage.text).toContain("Atlanta 10001");
  expect(offerPage.text).toMatch(/(?:29|30) minutes left/);
  expect(offerPage.text).toContain("if they say no, the credits come back to you");
  const accepted = await visitor.submit(path, { answer: "accept" });
  expect([accepted.status, accepted.location]).toEqual([303, path]);
  const waitingPage = await visitor.open(path);
  expect(waitingPage.text).toContain("You accepted");
  for (const personal of customer.personal)
    expect(offerPage.html + waitingPage.html).not.toContain(personal);
  expect(await getCredits(db, provider.id)).toBe(75);

  await staff.send({
    intent: "customer-answer",
    offerId: await staff.lastOffer(),
    answer: "yes",
  });
  const sharedText = (await visitor.open(path)).text;
  expect(sharedText).toContain("The customer said yes");
  for (const personal of [customer.name, customer.phone, customer.email, "77 Secret Lane"])
    expect(sharedText).toContain(personal);
});

test("staff who are signed in cannot say yes for the customer, also with a link that was shown to them", async ({
  db,
}) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10008" });
  const provider = await insertPlumber(db, "10008");
  const staff = await openAsStaff(db, customer);
  await createVisitor().submit(await staff.offer(provider), { answer: "accept" });
  const shown = /\/r\/[\w-]{32}/.exec(await staff.send({ intent: "show-link" }))?.[0] ?? "";
  const page = await createVisitor().open(customer.path);
  const yes = {
    intent: "say-yes",
    offerId: await staff.lastOffer(),
    shownText: /value="say-yes"[\s\S]*?name="shownText" value="(\w+)"/.exec(page.html)?.[1] ?? "",
    shownAt: new Date().toISOString(),
  };
  const listConsents = async () =>
    (
      await db.query(
        "select kind, link_origin from consent_records where service_request_id = $1 and kind <> 'request'",
        [customer.id],
      )
    ).rows;
  for (const path of [shown, customer.path]) {
    const refused = await staff.submit(path, yes);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(
      "Ask the customer to press Yes on their own link, or record their yes by phone in the portal.",
    );
    const phone = {
      intent: "change-phone",
      phone: "212 555 0147",
      shownText: "x",
      shownAt: yes.shownAt,
    };
    const kept = await staff.submit(path, phone);
    expect([kept.status, kept.html.includes('value="212 555 0147"')]).toEqual([409, true]);
  }
  expect(await listConsents()).toEqual([]);
  // Staff may read the link to a customer, whose yes then names where the link came from.
  const answered = await createVisitor().submit(shown, yes);
  expect([answered.status, answered.location]).toEqual([303, `${shown}?done=yes#notice`]);
  expect(await listConsents()).toEqual([{ kind: "named", link_origin: "staff" }]);
  expect(await staff.read()).toContain("on their page, with a link that staff had shown");
});

test("a provider's message that comes too often keeps what was typed", async ({ db }) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10009" });
  const provider = await insertPlumber(db, "10009");
  const staff = await openAsStaff(db, customer);
  const path = await staff.offer(provider);
  await createVisitor().submit(path, { answer: "accept" });
  await staff.send({ intent: "customer-answer", offerId: await staff.lastOffer(), answer: "yes" });
  const visitor = createVisitor();
  for (let count = 0; count < 20; count += 1)
    await visitor.submit(path, { intent: "message", text: " " });
  const page = await visitor.submit(path, { intent: "message", text: "On my way" });
  expect(page.status).toBe(429);
  expect(page.html).toContain(">On my way</textarea>");
});

test("after the customer's no the credits are refunded, and the provider does not see the customer", async ({
  db,
}) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10006" });
  const provider = await insertPlumber(db, "10006");
  const staff = await openAsStaff(db, customer);
  const path = await staff.offer(provider);
  const visitor = createVisitor();
  await visitor.submit(path, { answer: "accept" });
  const list = await staff.open(`${LIST}?view=waiting&q=${encodeURIComponent(customer.name)}`);
  expect(list.text).toContain("Waiting for a yes");
  expect(list.text).toContain(`Waiting for the customer's yes: ${provider.name}`);

  await staff.send({ intent: "customer-answer", offerId: await staff.lastOffer(), answer: "no" });
  expect(await staff.read()).toContain(
    `The customer said no: the offer to ${provider.name} ended, and the credits went back`,
  );
  const endedPage = await visitor.open(path);
  expect(endedPage.text).toContain("The customer said no");
  expect(endedPage.html).not.toContain(customer.name);
  expect(await getCredits(db, provider.id)).toBe(100);
});

test("an offer is declined, expires, or is withdrawn, as its page and the request show", async ({
  db,
}) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10002" });
  const [firstProvider, secondProvider, thirdProvider] = [
    await insertPlumber(db, "10002", { company: "First" }),
    await insertPlumber(db, "10002", { company: "Second" }),
    await insertPlumber(db, "10002", { company: "Third" }),
  ];
  const staff = await openAsStaff(db, customer);
  const visitor = createVisitor();
  const declinedPath = await staff.offer(firstProvider);
  await visitor.submit(declinedPath, { answer: "decline" });
  expect((await visitor.open(declinedPath)).text).toContain("You declined this offer");

  const expiredPath = await staff.offer(secondProvider);
  await db.query(
    "update offers set expires_at = now() - interval '1 second' where state = 'open' and provider_id = $1",
    [secondProvider.id],
  );
  expect((await visitor.open(expiredPath)).text).toContain("The time to answer is over");

  const withdrawnPath = await staff.offer(thirdProvider);
  expect(await staff.read()).toContain("30 min left");
  await staff.send({ intent: "withdraw", offerId: await staff.lastOffer() });
  expect((await visitor.open(withdrawnPath)).text).toContain("This job is no longer available");

  const request = await staff.read();
  expect(request).toContain("Earlier offers: 3");
  expect(request).toContain(`${firstProvider.name}: Declined`);
  // The next offer ended it, whether or not the job has run.
  expect(request).toContain(`No answer from ${secondProvider.name} in time`);
  expect(request).toContain(`Offer to ${thirdProvider.name} withdrawn`);
});

test("a link is shown to staff once, and too few credits charge nothing", async ({ db }) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10003" });
  const provider = await insertPlumber(db, "10003", { credits: 30 });
  const staff = await openAsStaff(db, customer);
  expect(await staff.read()).toContain("Gets no email: send them the link yourself.");
  const path = await staff.offer(provider);
  expect((await staff.open(`${LIST}/${customer.id}`)).html).not.toContain(path);
  await db.query("update providers set credits = 24.5 where id = $1", [provider.id]);
  const visitor = createVisitor();
  expect((await visitor.open(path)).text).toContain("buy at least 0.5 to accept this offer.");
  const response = await visitor.submit(path, { answer: "accept" });
  expect(response.status).toBe(409);
  expect(response.text).toContain(
    "You have 24.5 credits: buy at least 0.5 to accept this offer. Nothing was taken",
  );
  expect(response.html).not.toContain(customer.name);
  expect(await getCredits(db, provider.id)).toBe(24.5);
  const unknownPage = await visitor.open("/offers/not-a-real-key");
  expect(unknownPage.status).toBe(404);
  expect(unknownPage.text).toContain("This link does not work");
});

test("after an opt-out no yes is accepted, and the provider does not see the customer", async ({
  db,
}) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10007" });
  const provider = await insertPlumber(db, "10007");
  const staff = await openAsStaff(db, customer);
  const path = await staff.offer(provider);
  const visitor = createVisitor();
  await visitor.submit(path, { answer: "accept" });
  await db.query(
    "insert into suppressions (id, contact_hash, kind, source, opted_out_at) select gen_random_uuid(), phone_hash, 'phone', 'test', now() from service_requests where id = $1",
    [customer.id],
  );
  // The worker may have ended the offer meanwhile.
  expect(
    await staff.send({
      intent: "customer-answer",
      offerId: await staff.lastOffer(),
      answer: "yes",
    }),
  ).toMatch(/"(?:opted-out|answered)"/);
  const page = await visitor.open(path);
  expect(page.text).toContain("The customer said no");
  expect(page.html).not.toContain(customer.name);
});

test("near misses show why, and two people who offer at once create one offer", async ({ db }) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10004" });
  const nearMiss = await insertPlumber(db, "10004", {
    company: "Poor",
    credits: 1,
    // Sorts it first among the near misses that fail a single check.
    rating: 5,
  });
  const matching = await insertPlumber(db, "10004", { company: "One" });
  const staff = await openAsStaff(db, customer);
  const requestPage = await staff.open(`${LIST}/${customer.id}`);
  expect(requestPage.text).toMatch(/Near misses: \d/);
  expect(requestPage.text).toContain("1 credit, the offer costs 25");
  expect(requestPage.html).toContain(`aria-label="Offer to provider: ${matching.name}"`);
  expect(requestPage.html).not.toContain(`: ${nearMiss.name}"`);
  await db.query(
    "insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, created_at, expires_at) values (gen_random_uuid(), $1, $2, $3, 25, 'somebody', now(), now() + interval '9 minutes')",
    [customer.id, nearMiss.id, randomUUID()],
  );
  expect(await staff.send({ intent: "offer", providerId: matching.id })).toContain('"open"');
  expect(await staff.read()).toContain("9 min left");
  const { rows } = await db.query("select provider_id from offers where request_id = $1", [
    customer.id,
  ]);
  expect(rows).toEqual([{ provider_id: nearMiss.id }]);
});
