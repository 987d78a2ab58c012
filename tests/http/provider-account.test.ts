import { expect } from "vitest";
import { createSignedInPerson } from "../provider-people.ts";
import { test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

const PATH = "/pro/account";

test("access is removed by a button that first says what happens", async ({ db }) => {
  const owner = await createSignedInPerson(db);
  const { providerId } = owner;
  const member = await createSignedInPerson(db, { providerId, role: "member", name: "Max Member" });
  const browser = createVisitor({ headers: owner.headers });
  const { html, text } = await browser.open(PATH);
  expect(text).toContain("Max Member is signed out everywhere at once and gets no more mails.");
  const hidden = /<details class="[^"]*"><summary[^>]*><span>Remove access…(.*?)<\/details>/.exec(
    html,
  );
  expect(hidden?.[1]).toContain('value="deactivate"');
  const form = { intent: "change-person", person: member.userId };
  expect((await browser.submit(PATH, { ...form, change: "deactivate" })).status).toBe(303);
  const closed = await browser.open(PATH);
  expect(closed.text).toContain("Max Member No access");
  expect(closed.text).toContain("To come back, they need a new invitation.");
});
