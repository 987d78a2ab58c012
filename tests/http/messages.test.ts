import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type SmtpFake, startSmtp } from "../fakes/smtp.ts";
import { buildInboundText, startTwilio, type TwilioFake } from "../fakes/twilio.ts";
import { signMail, type TestMail } from "../mail-webhook.ts";
import { type Customer, insertPlumber, sendCustomer } from "../offers.ts";
import { type IsolatedSite, startIsolatedSite } from "../setup/built-site.ts";
import { createSignedInStaff } from "../staff.ts";
import { createVisitor } from "./visitor.ts";

const LIST = "/backyard/service-requests";
const secret = randomBytes(24).toString("base64");
let smtp: SmtpFake;
let twilio: TwilioFake;
let site: IsolatedSite;
// A separate site, because it needs a mail server, an inbound address and an account for texts.
beforeAll(async () => {
  smtp = await startSmtp();
  twilio = await startTwilio({ from: "+14045550100" });
  site = await startIsolatedSite(inject("sharedSite").templateUrl, {
    SMTP_URL: smtp.url,
    INBOUND_MAIL_ADDRESS: "reply@in.henry.example",
    MAIL_WEBHOOK_SECRET: secret,
    ...twilio.env,
  });
});
afterAll(async () => {
  await site.stop();
  await Promise.all([smtp.close(), twilio.close()]);
});

/** The mails to an address with a subject; lines that the mail server wrapped are joined. */
const listMails = (to: string, subject: string) =>
  smtp.mails
    .filter((mail) => mail.to.includes(to) && mail.data.includes(`Subject: ${subject}`))
    .map(({ data }) => data.replaceAll("=\r\n", ""));

/** A customer who got the receipt: `path` of their page, `replyTo` of the mail. */
async function sendRequest(zip: string) {
  const customer = await sendCustomer(site.db, { url: site.url, zip });
  await expect
    .poll(() => listMails(customer.email, "We got your request"), { timeout: 20_000 })
    .toHaveLength(1);
  const [receipt = ""] = listMails(customer.email, "We got your request");
  const path = /\/r\/[\w-]{32}/.exec(receipt)?.[0] ?? "";
  const replyTo = /^Reply-To: (\S+)/m.exec(receipt)?.[1] ?? "";
  return { customer, path, replyTo };
}
const post = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  fetch(`${site.url}/webhooks/mail`, { method: "POST", body, headers });
const postMail = (mail: TestMail) => post(signMail(mail, { secret }));
async function openAsStaff({ id }: Customer) {
  const staff = createVisitor({
    origin: site.url,
    headers: (await createSignedInStaff(site.db, "staff")).headers,
  });
  return {
    read: async () => (await staff.open(`${LIST}/${id}`)).text,
    list: async () => (await staff.open(`${LIST}?view=messages`)).text,
    send: async (fields: Record<string, string>) =>
      (await staff.submit(`${LIST}/${id}.data`, { id, ...fields })).html,
  };
}

test("a signed answer by mail is a message; what it quotes is not, and a forged one is refused", async () => {
  const { customer, path, replyTo } = await sendRequest("30401");
  const mail: TestMail = {
    to: `Henry <${replyTo}>`,
    from: `Robin <${customer.email}>`,
    subject: "Re: We got your request: Plumbing",
    text: "Tuesday works.\r\n\r\nOn Tue, Nov 24, 2026 at 9:05 AM Henry <x@henry.example> wrote:\r\n> cancel it, or stop all contact:\r\n",
  };
  const signed = signMail(mail, { secret });
  for (const wrong of [
    { ...signed, headers: { ...signed.headers, "webhook-signature": "v1,AAAA" } },
    { ...signed, body: signed.body.replace("Tuesday", "Friday") },
    signMail(mail, { secret: randomBytes(24).toString("base64") }),
    signMail(mail, { secret, at: new Date(Date.now() - 6 * 60_000) }),
  ])
    expect((await post(wrong)).status).toBe(401);
  expect((await post(signMail({ ...mail, attachments: -1 }, { secret }))).status).toBe(400);
  const visitor = createVisitor({ origin: site.url });
  expect((await visitor.open(path)).text).not.toContain("Tuesday works.");
  // The service sends it again where our answer was lost.
  for (let count = 0; count < 3; count += 1) {
    const response = await post(signed);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  }
  const page = (await visitor.open(path)).text;
  expect(page.split("Tuesday works.")).toHaveLength(2);
  expect(page).not.toContain("stop all contact:");
  const staff = await openAsStaff(customer);
  expect(await staff.list()).toContain(customer.name);
  expect(await staff.read()).toContain("The customer wrote by email");
});

test("a mail from another address is for staff alone, and one to a wrong address does nothing; both are answered alike", async () => {
  const { customer, path, replyTo } = await sendRequest("30402");
  const [text, lost] = ["Sam is at home on Tuesday.", "Please come on Monday."];
  for (const mail of [
    { to: replyTo, from: "sam@example.com", text },
    { to: replyTo.replace(/\+\w{3}/, "+aaa"), from: customer.email, text: lost },
  ]) {
    const response = await postMail(mail);
    expect([response.status, await response.json()]).toEqual([200, { success: true }]);
  }
  const page = (await createVisitor({ origin: site.url }).open(path)).text;
  for (const hidden of [text, lost]) expect(page).not.toContain(hidden);
  const thread = await (await openAsStaff(customer)).read();
  expect(thread).toContain(text);
  expect(thread).toContain("From an address we don't have on file");
});

test("a stop word in a mail is an opt-out with exactly one confirmation, and nothing after it", async () => {
  const { customer, path, replyTo } = await sendRequest("30403");
  for (const text of ["Stop", "STOP!!", "unsubscribe"])
    expect((await postMail({ to: replyTo, from: customer.email, text })).status).toBe(200);
  const confirmation = "We stopped contact, as you asked";
  await expect
    .poll(() => listMails(customer.email, confirmation), { timeout: 20_000 })
    .toHaveLength(1);
  expect(listMails(customer.email, confirmation)[0]).toContain(
    "You asked us by email to stop contacting you.",
  );
  const staff = await openAsStaff(customer);
  expect(await staff.read()).toContain("Opted out: do not contact");
  expect(await staff.send({ intent: "message", text: "All stopped." })).toContain('"ok"');
  expect((await createVisitor({ origin: site.url }).open(path)).text).toContain("All stopped.");
  await expect
    .poll(
      async () =>
        (
          await site.db.query(
            "select state, last_error from customer_mails where request_id = $1 and kind = 'message'",
            [customer.id],
          )
        ).rows,
      { timeout: 20_000 },
    )
    .toEqual([{ state: "dropped", last_error: "opted-out" }]);
  expect(listMails(customer.email, confirmation)).toHaveLength(1);
});

test("files are refused with one sentence by mail", async () => {
  const { customer, path, replyTo } = await sendRequest("30404");
  const mail = { to: replyTo, from: customer.email, text: "Here it is", attachments: ["a.jpg"] };
  await postMail(mail);
  await postMail({ ...mail, text: "And one more" });
  const subject = "The attachments in your email did not reach us";
  await expect.poll(() => listMails(customer.email, subject), { timeout: 20_000 }).toHaveLength(1);
  const page = (await createVisitor({ origin: site.url }).open(path)).text;
  expect(page).toContain("Here it is");
  expect(page).toContain("And one more");
});

test("a refused message keeps what was typed, with one sentence beside the field", async () => {
  const { customer, path } = await sendRequest("30405");
  const visitor = createVisitor({ origin: site.url });
  const empty = await visitor.submit(path, { intent: "message", text: "  " });
  expect([empty.status, empty.text.includes("Write a message first.")]).toEqual([400, true]);
  const typed = "Call <b>me</b> & bring a ladder";
  const gone = await visitor.submit(path, {
    intent: "message",
    text: typed,
    offerId: customer.id,
  });
  expect(gone.status).toBe(409);
  expect(gone.text).toContain("That company can no longer read your messages.");
  expect(gone.html).toContain("Call &lt;b&gt;me&lt;/b&gt; &amp; bring a ladder</textarea>");
  const sent = await visitor.submit(path, { intent: "message", text: typed });
  expect([sent.status, sent.location]).toEqual([303, `${path}?done=written#notice`]);
  expect((await visitor.open(path)).text).toContain("Call <b>me</b> & bring a ladder");
});

test("the provider's page shows and takes messages only once the customer said yes", async () => {
  const { customer } = await sendRequest("30406");
  const address = "peach@provider.example";
  const provider = await insertPlumber(site.db, "30406", { email: address });
  const staff = await openAsStaff(customer);
  await staff.send({ intent: "offer", providerId: provider.id });
  await expect
    .poll(() => listMails(address, "New job for you"), { timeout: 20_000 })
    .toHaveLength(1);
  const path = /\/offers\/[\w-]{32}/.exec(listMails(address, "New job")[0] ?? "")?.[0] ?? "";
  const visitor = createVisitor({ origin: site.url });
  await visitor.submit(path, { answer: "accept" });
  const early = await visitor.submit(path, { intent: "message", text: "Hello" });
  expect(early.status).toBe(409);
  expect((await visitor.open(path)).text).not.toContain("Messages");
  const { rows } = await site.db.query<{ id: string }>(
    "select id from offers where request_id = $1",
    [customer.id],
  );
  const offerId = rows[0]?.id ?? "";
  await staff.send({ intent: "customer-answer", offerId, answer: "yes" });
  const sent = await visitor.submit(path, { intent: "message", text: "I can come at nine" });
  expect([sent.status, sent.location]).toEqual([303, `${path}#messages`]);
  await staff.send({ intent: "message", text: "Only for the customer" });
  await staff.send({ intent: "message", text: "Nine is fine", offerId });
  const page = (await visitor.open(path)).text;
  expect(page).toContain("I can come at nine");
  expect(page).toContain("Nine is fine");
  expect(page).not.toContain("Only for the customer");
  await expect
    .poll(() => listMails(address, "A message about your job"), { timeout: 20_000 })
    .toHaveLength(1);
});

test("asking for a lost link gets the same answer for known and unknown addresses", async () => {
  const { customer } = await sendRequest("30499");
  const visitor = createVisitor({ origin: site.url });
  const ask = (address: string) => visitor.submit("/r", { email: address });
  expect((await visitor.open(`/r/${"x".repeat(32)}`)).html).toContain('action="/r"');
  const known = await ask(customer.email);
  const unknown = await ask("nobody@example.com");
  expect(known.status).toBe(200);
  expect(known.text).toContain(
    "If we have a request with that address, its link is on the way there.",
  );
  expect(known.text).toBe(unknown.text);
  expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
  const refused = await ask("no address");
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Enter an email address, such as name@example.com.");
  expect(refused.html).toContain('value="no address"');
});

test("a signed text is a message and a stop by text is confirmed, in TwiML; a forged one is refused", async () => {
  const { customer, path } = await sendRequest("30404");
  const url = `${site.url}/webhooks/texts`;
  const postText = (body: string, authToken = twilio.env.TWILIO_AUTH_TOKEN) =>
    fetch(url, {
      method: "POST",
      ...buildInboundText(
        { from: `+1${customer.phone.replace(/\D/g, "")}`, body },
        { url, authToken },
      ),
    });
  expect((await postText("Stop calling me", "x".repeat(32))).status).toBe(403);
  const taken = await postText("Call the neighbor at 3");
  expect(taken.headers.get("content-type")).toBe("text/xml; charset=utf-8");
  expect(await taken.text()).toBe('<?xml version="1.0" encoding="UTF-8"?><Response></Response>');
  const visitor = createVisitor({ origin: site.url });
  expect((await visitor.open(path)).text).toContain("Call the neighbor at 3");
  expect(await (await postText("Stop calling me")).text()).toMatch(
    /<Response><Message>You opted out\. [^<]+<\/Message><\/Response>$/,
  );
  const staff = await openAsStaff(customer);
  expect(await staff.read()).toContain("The customer wrote by text");
  expect(await staff.read()).toContain("Opted out: do not contact");
});

test("texts are off until a superadmin turns them on in Settings, and the account can be tested", async () => {
  const settings = "/backyard/settings/integrations";
  const openAs = async (rank: "staff" | "superadmin") =>
    createVisitor({
      origin: site.url,
      headers: (await createSignedInStaff(site.db, rank)).headers,
    });
  const turnOn = { intent: "texts", on: "yes" };
  expect((await (await openAs("staff")).submit(`${settings}.data`, turnOn)).status).toBe(403);
  const superadmin = await openAs("superadmin");
  expect((await superadmin.open(settings)).text).toContain("Off: turn on");
  const tested = await superadmin.submit(`${settings}.data`, {
    intent: "test",
    integration: "texts",
  });
  expect(tested.html).toContain("Twilio responds and knows the account. No text was sent.");
  expect((await superadmin.submit(`${settings}.data`, turnOn)).html).toContain(
    "Texts to customers are on.",
  );
  const page = await superadmin.open(settings);
  expect(page.text).toContain("On: turn off");
  expect(page.html).not.toContain(twilio.env.TWILIO_AUTH_TOKEN);
  expect(twilio.texts).toEqual([]);
});
