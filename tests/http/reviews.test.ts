import type pg from "pg";
import { expect } from "vitest";
import { type Customer, insertPlumber, sendCustomer } from "../offers.ts";
import { createSignedInStaff } from "../staff.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const REQUESTS = "/backyard/service-requests";

/** A request whose customer said yes to the provider, and which staff have closed. */
async function connectAndClose(db: pg.Client, zip: string) {
  const customer = await sendCustomer(db, { url: site(), zip });
  const provider = await insertPlumber(db, zip);
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const send = async (fields: Record<string, string>) =>
    (await staff.submit(`${REQUESTS}/${customer.id}.data`, { id: customer.id, ...fields })).html;
  const path = /\/offers\/[\w-]{32}/.exec(
    await send({ intent: "offer", providerId: provider.id }),
  )?.[0];
  await createVisitor().submit(path ?? "", { answer: "accept" });
  const { rows } = await db.query<{ id: string }>("select id from offers where request_id = $1", [
    customer.id,
  ]);
  await send({ intent: "customer-answer", offerId: rows[0]?.id ?? "", answer: "yes" });
  return { customer, provider, staff, close: () => send(closeForm(customer)) };
}
const closeForm = ({ id }: Customer) => ({
  intent: "status",
  changes: JSON.stringify([{ id, status: "closed" }]),
});

test("a customer reviews the company without JavaScript, and staff can hide the words but not the stars", async ({
  db,
}) => {
  const { customer, provider, staff, close } = await connectAndClose(db, "10451");
  const visitor = createVisitor();
  expect((await visitor.open(customer.path)).text).not.toContain("How did it go");
  await close();
  expect((await visitor.open(customer.path)).text).toContain(
    `How did it go with ${provider.name}?`,
  );

  const words = "Came late. <b>Fixed</b> it & left my number 404 555 0188";
  const refused = await visitor.submit(customer.path, { intent: "review", words });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Choose 1 to 5 stars.");
  expect(refused.text).toContain(words);
  const saved = await visitor.submit(customer.path, { intent: "review", rating: "2", words });
  expect([saved.status, saved.location]).toEqual([303, `${customer.path}?done=reviewed#notice`]);
  const page = await visitor.open(saved.location ?? "");
  expect(page.text).toContain("Thank you. Your review is saved.");
  expect(page.text).toContain(`Your review of ${provider.name}`);
  expect(page.html).toMatch(/<input[^>]*value="2"[^>]*checked=""|checked=""[^>]*value="2"/);

  const tab = `/backyard/providers/${provider.id}?tab=performance`;
  const listed = await staff.open(tab);
  expect(listed.text).toContain("2.0 of 5 from 1 review");
  expect(listed.text).toContain(words);
  expect((await staff.open(`${REQUESTS}/${customer.id}`)).text).toContain(
    "The customer's review: 2 of 5 stars",
  );
  const { rows } = await db.query<{ id: string }>("select id from reviews where provider_id = $1", [
    provider.id,
  ]);
  const hide = (fields: Record<string, string>) =>
    staff.submit(tab.replace("?", ".data?"), { review: rows[0]?.id ?? "", ...fields });
  expect((await hide({ intent: "hide-review" })).status).toBe(400);
  expect((await hide({ intent: "hide-review", reason: "personal-data" })).html).toContain(
    "The words are hidden.",
  );
  expect((await staff.open(tab)).text).toContain("Hidden for personal data by Test staff");
  expect((await visitor.open(customer.path)).text).toContain("Our staff have hidden your words");
  const list = await staff.open(`/backyard/providers?q=${encodeURIComponent(provider.name)}`);
  expect(list.text).toContain("rated 2.0, 1 review");
});

test("a customer who was connected with nobody cannot review anybody", async ({ db }) => {
  const customer = await sendCustomer(db, { url: site(), zip: "10452" });
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  await staff.submit(`${REQUESTS}/${customer.id}.data`, closeForm(customer));
  const visitor = createVisitor();
  expect((await visitor.open(customer.path)).text).not.toContain("Send my review");
  const refused = await visitor.submit(customer.path, { intent: "review", rating: "5" });
  expect(refused.status).toBe(409);
  const { rows } = await db.query("select 1 from reviews where request_id = $1", [customer.id]);
  expect(rows).toEqual([]);
});
