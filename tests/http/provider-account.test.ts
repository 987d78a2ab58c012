import { expect } from "vitest";
import { createSignedInPerson } from "../provider-people.ts";
import { computeTotp, createWrongCode } from "../staff.ts";
import { test } from "./http-client.ts";
import { createVisitor, findLink } from "./visitor.ts";

const PATH = "/pro/account";

test("access is removed by a button that first says what happens", async ({ db }) => {
  const owner = await createSignedInPerson(db);
  const { providerId } = owner;
  const member = await createSignedInPerson(db, { providerId, role: "member", name: "Max Member" });
  const browser = createVisitor({ headers: owner.headers });
  const { html, text } = await browser.open(PATH);
  expect(text).toContain("Max Member is signed out everywhere at once and gets no more emails.");
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

test("an authenticator app on the same phone is set up by a link, also after a wrong code", async ({
  db,
}) => {
  const person = await createSignedInPerson(db);
  const browser = createVisitor({ headers: person.headers });
  const setup = await browser.submit(PATH, { intent: "factor-start" });
  const uri = findLink(setup.html, "Open in your authenticator app") ?? "";
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  expect(uri).toMatch(/^otpauth:\/\/totp\//);
  expect(decodeURIComponent(uri)).toContain(person.email);
  expect(secret).not.toBe("");
  expect(setup.text).toContain(secret);
  const [, qrCode = ""] = /src="(data:image[^"]+)"/.exec(setup.html) ?? [];
  const confirm = (code: string, link = uri) =>
    browser.submit(PATH, { intent: "factor-confirm", qrCode, uri: link, secret, code });
  const wrong = await confirm(createWrongCode(secret));
  expect(wrong.status).toBe(400);
  expect(wrong.html).toMatch(/<p id="code-error"[^>]*>That code didn&#x27;t work/);
  expect(wrong.html).toContain('aria-describedby="code-error"');
  expect(findLink(wrong.html, "Open in your authenticator app")).toBe(uri);
  // What is no link of an app is not shown as one.
  const other = await confirm(createWrongCode(secret), "https://other.example/");
  expect(other.html).not.toContain("other.example");
  expect((await confirm(computeTotp(secret))).text).toContain("Keep these recovery codes");
});

test("whoever is invited as an owner reads the rules before they join; nobody else does without an account", async ({
  db,
}) => {
  const owner = createVisitor({ headers: (await createSignedInPerson(db)).headers });
  const guest = createVisitor();
  const invite = async (role: string) => {
    const { html } = await owner.submit(PATH, { intent: "invite", role });
    return guest.open(/\/pro\/join\/[\w-]{43}/.exec(html)?.[0] ?? "");
  };
  expect((await invite("member")).text).not.toContain("agrees to the rules");
  const page = await invite("owner");
  expect(page.text).toMatch(/By joining, .+ agrees to the rules at How it works/);
  const rules = await guest.open(findLink(page.html, "How it works") ?? "");
  expect([rules.status, rules.text.includes("These are all the rules")]).toEqual([200, true]);
  const back = await guest.open(findLink(rules.html, "Back to the invitation") ?? "");
  expect(back.text).toContain("By joining");
  for (const path of [`/pro/join/${"x".repeat(43)}/rules`, "/pro/rules"])
    expect((await guest.open(path)).text, path).not.toContain("These are all the rules");
});

test("an invitation can be texted and mailed by the owner's own programs", async ({ db }) => {
  const owner = await createSignedInPerson(db);
  const browser = createVisitor({ headers: owner.headers });
  const { html } = await browser.submit(PATH, { intent: "invite", role: "member" });
  const [joinUrl = ""] = /https?:\/\/[^<"]+\/pro\/join\/[\w-]{43}/.exec(html) ?? [];
  expect(joinUrl).not.toBe("");
  const [texted, mailed] = ["Text it", "Email it"].map((label) => findLink(html, label) ?? "");
  expect(texted).toMatch(/^sms:\?&body=Join%20/);
  expect(mailed).toMatch(/^mailto:\?subject=Join%20.*&body=Join%20/);
  for (const link of [texted, mailed]) expect(decodeURIComponent(link ?? "")).toContain(joinUrl);
});
