import { randomUUID } from "node:crypto";
import type pg from "pg";
import { expect } from "vitest";
import { REFUND_REASONS } from "#app/features/offers/constants.ts";
import { findRule } from "#app/features/offers/rules/find-rule.ts";
import { getCredits, insertPlumber, sendCustomer } from "../offers.ts";
import { createSignedInPerson } from "../provider-people.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

/** An accepted offer whose provider disputes that they cannot reach the customer. */
async function insertDispute(db: pg.Client, zip: string) {
  const customer = await sendCustomer(db, { url: site(), zip });
  const provider = await insertPlumber(db, zip);
  const [offerId, disputeId] = [randomUUID(), randomUUID()];
  await db.query(
    `insert into offers (id, request_id, provider_id, token_hash, cost, offered_by, state, created_at, decided_at, expires_at)
     values ($1, $2, $3, gen_random_uuid()::text, 25, 'somebody', 'accepted', now(), now(), now())`,
    [offerId, customer.id, provider.id],
  );
  await db.query(
    `insert into offer_disputes (id, offer_id, provider_id, claim, words, facts, created_at, due_at)
     values ($1, $2, $3, 'unreachable', 'No answer for a week', '[]', now(), now() - interval '1 hour')`,
    [disputeId, offerId, provider.id],
  );
  return { customer, provider, offerId, disputeId };
}

test("a person of a provider, and staff who look at their portal, read the rules with the numbers of the settings", async ({
  db,
}) => {
  const { providerId, headers } = await createSignedInPerson(db, { role: "member" });
  const { rows } = await db.query<{ key: string; value: number }>(
    "select key, value from settings where key in ('offerCost', 'offerMinutes')",
  );
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  const { offerCost = 25, offerMinutes = 30 } = stored;
  const pages = [
    await createVisitor({ headers }).open("/pro/rules"),
    await createVisitor(await createSignedInStaff(db, "staff")).open(
      `/backyard/providers/${providerId}/portal/rules`,
    ),
  ];
  for (const page of pages) {
    expect(page.status).toBe(200);
    expect(page.text).toContain(`costs ${offerCost} credits`);
    expect(page.text).toContain(`You have ${offerMinutes} minutes`);
    for (const reason of Object.keys(REFUND_REASONS))
      expect(page.html).toContain(`id="${findRule(reason).anchor}"`);
  }
});

test("staff read a dispute, and their decision gives the credits back", async ({ db }) => {
  const { customer, provider, disputeId } = await insertDispute(db, "10021");
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const page = await staff.open("/backyard/disputes");
  for (const text of [provider.name, "they cannot reach the customer", "No answer for a week"])
    expect(page.text).toContain(text);
  expect(page.text).toContain("Overdue");
  expect(page.text).toContain("Plumbing, Atlanta 10021");
  expect(page.text).toMatch(/Disputes\s*, \d+ to answer/);
  expect(page.html).not.toMatch(/<details[^>]* open/);
  expect(page.html).toContain(`/backyard/providers/${provider.id}`);
  expect(page.html).toContain(`/backyard/service-requests/${customer.id}`);
  for (const personal of [customer.name, customer.phone, customer.email])
    expect(page.html).not.toContain(personal);
  expect((await staff.open("/backyard/providers")).text).toContain("to answer)");
  expect((await staff.open("/backyard/dashboard")).text).toMatch(/\d+ disputes? to answer/);
  const decide = (fields: Record<string, string>) =>
    staff.submit("/backyard/disputes.data", { disputeId, ...fields });
  expect((await decide({ decision: "granted", answer: "no" })).html).toContain(
    "Write an answer of at least 10 characters.",
  );
  const decision = { decision: "granted", answer: "You are right about this one." };
  expect((await decide(decision)).html).toContain("Granted. The credits went back");
  expect(await getCredits(db, provider.id)).toBe(125);
  expect((await decide(decision)).html).toContain("Somebody has decided this dispute already");
  expect(await getCredits(db, provider.id)).toBe(125);
  expect((await staff.open("/backyard/disputes")).text).toContain("You are right about this one.");
});
