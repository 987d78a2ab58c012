import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { buildIntakeBody } from "../factories.ts";
import { site, test } from "./http-client.ts";
import { createVisitor } from "./visitor.ts";

async function sendRequest(name: string, email = `${randomUUID()}@example.com`) {
  const response = await fetch(`${site()}/functions/v1/contact-sync`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: "Bearer public-anon-key",
      "X-Forwarded-For": `203.0.113.${Math.floor(Math.random() * 250)}`,
    },
    body: JSON.stringify(buildIntakeBody({ values: { name, email } })),
  });
  const { request_url } = (await response.json()) as { request_url: string };
  return { path: new URL(request_url).pathname, email };
}

test("the page is private, and is not stored anywhere on the way", async () => {
  const { path } = await sendRequest(`Private ${randomUUID()}`);
  const visitor = createVisitor();
  for (const address of [path, `${path}/thanks`, `${path}/certificate`]) {
    const page = await visitor.open(address);
    expect([address, page.status]).toEqual([address, 200]);
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.headers.get("x-robots-tag")).toBe("noindex, nofollow");
    // Nothing of other hosts, which could read the address.
    expect(page.html).not.toMatch(/(?:src|href)="https?:\/\/(?!localhost|127\.0\.0\.1)/);
  }
  const first = await visitor.open(path);
  await visitor.submit(path, { intent: "cancel" });
  expect((await visitor.open(path)).text).not.toBe(first.text);
});

test("a wrong, cut or foreign key is a page that does not exist, and says how to get a new link", async () => {
  const name = `Wrong ${randomUUID()}`;
  const { path } = await sendRequest(name);
  const visitor = createVisitor();
  for (const wrong of [
    path.slice(0, -1),
    `${path}A`,
    `/r/${"x".repeat(32)}`,
    `/r/${encodeURIComponent("../backyard")}`,
  ]) {
    const page = await visitor.open(wrong);
    expect([wrong, page.status === 404 || page.status === 400]).toEqual([wrong, true]);
    expect(page.html).not.toContain(name);
  }
  const page = await visitor.open(`/r/${"x".repeat(32)}`);
  expect(page.text).toContain("This link does not work");
  expect(page.text).toContain("call us for a new one");
  expect((await visitor.submit(`/r/${"x".repeat(32)}`, { intent: "cancel" })).status).toBe(404);
});

test("without a mail server nobody is promised a link by mail", async () => {
  for (const path of ["/r", `/r/${"x".repeat(32)}`])
    expect((await createVisitor().open(path)).html).not.toContain('action="/r"');
  const page = await createVisitor().open("/r");
  expect(page.text).toContain("Call us for your link:");
});

test("a request is canceled once, with a sentence that says so, and unknown forms change nothing", async ({
  db,
}) => {
  const name = `Cancel ${randomUUID()}`;
  const { path } = await sendRequest(name);
  const visitor = createVisitor();
  for (const fields of [{}, { intent: "nothing" }, { intent: "say-yes" }, { intent: "toString" }])
    expect((await visitor.submit(path, fields as Record<string, string>)).status).toBe(400);
  const canceled = await visitor.submit(path, { intent: "cancel" });
  expect([canceled.status, canceled.location]).toEqual([303, `${path}?done=canceled#notice`]);
  const page = await visitor.open(`${path}?done=canceled`);
  expect(page.text).toContain("Your request is canceled.");
  expect(page.text).not.toContain("Cancel this request");
  const again = await visitor.submit(path, { intent: "cancel" });
  expect(again.status).toBe(409);
  expect(again.text).toContain("This request is closed already.");
  const { rows } = await db.query(
    "select status, outcome from service_requests where customer_name = $1",
    [name],
  );
  expect(rows).toEqual([{ status: "closed", outcome: "canceled-by-customer" }]);
});

test("a form of the page is refused after thirty a minute from one address", async () => {
  const { path } = await sendRequest(`Often ${randomUUID()}`);
  const visitor = createVisitor();
  const statuses: number[] = [];
  for (let count = 0; count < 31; count += 1)
    statuses.push((await visitor.submit(path, { intent: "nothing" })).status);
  expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true);
  expect(statuses[30]).toBe(429);
});

test.for<[form: Record<string, string>, kept: string]>([
  [{ intent: "message", text: "Where are you?" }, ">Where are you?</textarea>"],
  [
    { intent: "correct", address: "9 Oak Street", "opened-address": "12 Elm Street" },
    'value="9 Oak Street"',
  ],
  [{ intent: "change-phone", phone: "212 555 0147" }, 'value="212 555 0147"'],
  [{ intent: "save-windows", day1: "", start1: "14" }, '<option value="14" selected="">'],
])("a form that comes too often keeps what was typed: %j", async ([form, kept]) => {
  const { path } = await sendRequest(`Typed ${randomUUID()}`);
  const visitor = createVisitor();
  for (let count = 0; count < 30; count += 1) await visitor.submit(path, { intent: "nothing" });
  const page = await visitor.submit(path, form);
  expect(page.status).toBe(429);
  expect(page.html).toContain(kept);
  expect(page.text).toContain("Too many tries. Wait a minute, then try again.");
});

test("our number can be saved as a contact", async () => {
  const card = await createVisitor().open("/contact.vcf");
  expect(card.headers.get("content-type")).toBe("text/vcard; charset=utf-8");
  expect(card.html).toMatch(/^BEGIN:VCARD\r\nVERSION:3.0\r\nFN:.+\r\n/);
  expect(card.html).toContain("TEL;TYPE=WORK,VOICE:+18005550199\r\n");
});
