import { randomInt } from "node:crypto";
import { expect } from "vitest";
import { buildIntakeBody } from "../factories.ts";
import { createSignedInStaff } from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

test("the opt-out link works without signing in and without JavaScript; opening it changes nothing", async ({
  db,
  send,
}) => {
  const phone = `404${randomInt(200, 1_000)}${String(randomInt(10_000)).padStart(4, "0")}`;
  const response = await send("/functions/v1/contact-sync", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer public-anon-key" },
    body: JSON.stringify(
      buildIntakeBody({
        values: { name: `Person ${phone}`, phone, email: `person-${phone}@example.com` },
      }),
    ),
  });
  expect(response.status).toBe(200);
  const staff = createVisitor(await createSignedInStaff(db, "staff"));
  const search = await staff.submit("/backyard/people", { intent: "find", contact: phone });
  expect(search.status).toBe(303);
  const personPath = search.location ?? "";
  const page = await staff.open(personPath);
  const link = /value="[^"]*(\/stop\/[^"]+)"/.exec(page.html)?.[1] ?? "";
  expect(link).not.toContain(phone);

  const visitor = createVisitor();
  const linkPage = await visitor.open(link);
  expect([
    linkPage.status,
    linkPage.headers.get("cache-control"),
    linkPage.headers.get("x-robots-tag"),
  ]).toEqual([200, "no-store", "noindex, nofollow"]);
  const countStops = async () => (await staff.open(personPath)).text.split("stop-link").length - 1;
  expect(await countStops()).toBe(0);
  expect(linkPage.text).toContain("Stop all contact");
  const companyPage = await visitor.submit(link, { scope: "company" });
  expect(companyPage.text).toContain("A professional you said yes to may still call you");
  expect(await countStops()).toBe(2);
  const stopPage = await visitor.submit(link, {});
  expect(stopPage.text).toContain("All contact is stopped");
  expect(stopPage.text).toContain("Changed your mind? Ask for help again");
  // Each time one for the phone number and one for the email address.
  expect(await countStops()).toBe(4);
  const wrongPage = await visitor.open(`${link.slice(0, -4)}AAAA`);
  expect(wrongPage.status).toBe(404);
  expect(wrongPage.text).toContain("This link does not work");
});

test("the stop form answers alike whether there is a request, and keeps what was typed", async ({
  db,
  send,
}) => {
  const email = `person-${randomInt(1e9)}@example.com`;
  const body = buildIntakeBody({ values: { name: "Person", phone: "4045550123", email } });
  await send("/functions/v1/contact-sync", {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer public-anon-key" },
    body: JSON.stringify(body),
  });
  const visitor = createVisitor();
  const form = await visitor.open("/stop");
  expect([form.status, form.headers.get("x-robots-tag")]).toEqual([200, "noindex, nofollow"]);
  const wrong = await visitor.submit("/stop", { phone: "12", email, scope: "company" });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("Enter a whole phone number, such as (404) 555-0123.");
  expect(wrong.html).toContain(`value="${email}"`);
  expect(wrong.html).toMatch(/checked=""[^>]*value="company"|value="company"[^>]*checked=""/);

  const answers = [];
  for (const typed of [email, `nobody-${randomInt(1e9)}@example.com`]) {
    const { status, location } = await visitor.submit("/stop", { email: typed, scope: "all" });
    answers.push({ status, location });
  }
  expect(answers).toEqual(Array(2).fill({ status: 303, location: "/stop?done=all" }));
  expect((await visitor.open("/stop?done=all")).text).toContain("All contact is stopped");
  await expect
    .poll(async () => {
      const { rows } = await db.query(
        "select m.kind from customer_mails m join service_requests r on r.id = m.request_id where r.email_normalized = $1 and m.kind = 'opt-out-confirmation'",
        [email],
      );
      return rows.length;
    })
    .toBe(1);
});
