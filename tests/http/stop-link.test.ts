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
  const stopPage = await visitor.submit(link, {});
  expect(stopPage.text).toContain("All contact is stopped");
  expect(stopPage.text).toContain("Changed your mind? Ask for help again");
  // One for the phone number and one for the e-mail address.
  expect(await countStops()).toBe(2);
  const wrongPage = await visitor.open(`${link.slice(0, -4)}AAAA`);
  expect(wrongPage.status).toBe(404);
  expect(wrongPage.text).toContain("This link does not work");
});
