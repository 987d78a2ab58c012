import { expect, test } from "vitest";
import type { MailText } from "#app/features/mail/mail-text.ts";
import { findRawTokens } from "#tests/raw-tokens.ts";
import { composeBackupTrouble } from "./compose-backup-mail.ts";
import type * as mails from "./compose-mails.ts";
import {
  composeAcceptedOffers,
  composeDisputes,
  composeEndingConnection,
  composeErasedContacts,
  composeFailedDeliveries,
  composeHeldRequests,
  composeLateOptOuts,
  composeNewMessages,
  composeNewRequests,
  composeNightlyTrouble,
  composePausedWebhook,
  composeTargetTrouble,
  composeUnattendedRequests,
  composeUnmatchedTexts,
} from "./compose-mails.ts";

const frame = { brand: "Henry's Helpline", portal: "https://henry.example/backyard" };
const named = [{ serviceType: "Plumbing", city: "Atlanta" }];

test("gives the count, lists service and city, and links to the portal", () => {
  const mail = composeNewRequests({ count: 3, named }, frame);
  expect(mail.subject).toBe("3 new service requests");
  expect(mail.text).toContain("- Plumbing, Atlanta\n- and 2 more\n");
  expect(mail.text).toContain("https://henry.example/backyard/service-requests");
  expect(composeNewRequests({ count: 1, named }, frame).subject).toBe("1 new service request");
  expect(composeAcceptedOffers({ count: 1, named }, frame).text).toContain(
    "https://henry.example/backyard/service-requests?view=waiting\n",
  );
  const overdue = composeDisputes(true)({ count: 1, named }, frame);
  expect(overdue.subject).toBe("1 dispute is overdue");
  expect(overdue.text).toContain("https://henry.example/backyard/disputes\n");
});

test.each([
  "Atlanta\r\nBcc: a@b.example",
  "https://evil.example",
  "evil.example",
  "404 555 0123",
  "a@b.example",
  "<b>x</b>",
  "x".repeat(61),
  "",
])("%j does not get into a mail", (city) => {
  for (const compose of [
    composeNewRequests,
    composeHeldRequests,
    composeFailedDeliveries,
    composeAcceptedOffers,
    composeNewMessages,
    composeDisputes(false),
    composeDisputes(true),
  ]) {
    const { subject, text } = compose({ count: 1, named: [{ serviceType: city, city }] }, frame);
    expect(text).toContain("- Service request, city not clear\n");
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

test("a mail about a delivery target says whether it is paused or failing", () => {
  expect(
    composeTargetTrouble({ target: "contact-sync", state: "paused", reason: "status 401" }, frame)
      .subject,
  ).toBe("Deliveries to contact-sync are paused");
  expect(
    composeTargetTrouble({ target: "contact-sync", state: "open", reason: null }, frame).text,
  ).toContain("Requests wait and nothing is lost.");
});

test("a mail about backups says what failed, what is left, and what to do", () => {
  const verifiedAt = new Date("2031-05-06T07:30:00Z");
  const failed = composeBackupTrouble({ reason: "storage", verifiedAt }, frame);
  expect(failed.subject).toBe("The backup failed");
  expect(failed.text).toContain("look at its status, the key and the bucket.");
  expect(failed.text).toContain("verified backup is from 2031-05-06 07:30 UTC.");
  const unknown = composeBackupTrouble({ reason: "error", verifiedAt: null }, frame);
  expect(unknown.text).toContain("The log says why");
  expect(unknown.text).toContain("There is no verified backup.");
  const missing = composeBackupTrouble({ reason: null, verifiedAt }, frame);
  expect(missing.subject).toBe("There is no recent backup");
  for (const { subject, text } of [failed, unknown, missing])
    expect(findRawTokens(`${subject}\n${text}`)).toEqual([]);
});

test("no mail shows a raw token", () => {
  const batch = { count: 2, named };
  const every: Record<Extract<keyof typeof mails, `compose${string}`>, MailText[]> = {
    composeNewRequests: [composeNewRequests(batch, frame)],
    composeHeldRequests: [composeHeldRequests(batch, frame)],
    composeFailedDeliveries: [composeFailedDeliveries(batch, frame)],
    composeAcceptedOffers: [composeAcceptedOffers(batch, frame)],
    composeDisputes: [true, false].map((isOverdue) => composeDisputes(isOverdue)(batch, frame)),
    composeNewMessages: [composeNewMessages(batch, frame)],
    composeUnattendedRequests: [composeUnattendedRequests({ ...batch, emergencies: 1 }, frame)],
    composeTargetTrouble: (["open", "paused"] as const).map((state) =>
      composeTargetTrouble({ target: "contact-sync", state, reason: "status 401" }, frame),
    ),
    composeErasedContacts: [composeErasedContacts({ contactIds: ["a1"] }, frame)],
    composeUnmatchedTexts: [1, 2].map((count) => composeUnmatchedTexts({ count }, frame)),
    composeLateOptOuts: [composeLateOptOuts({ count: 2, contactIds: ["a1"] }, frame)],
    composeEndingConnection: [composeEndingConnection({ ...frame, when: "noon" })],
    composeNightlyTrouble: [
      composeNightlyTrouble({ notQueued: 1, missing: 1, requestIds: ["a1"] }, frame),
    ],
    composePausedWebhook: [true, false].map((isGone) =>
      composePausedWebhook({ id: "a1", name: "Dispatch board", isGone }, frame),
    ),
  };
  for (const [name, texts] of Object.entries(every))
    for (const { subject, text } of texts)
      expect(findRawTokens(`${subject}\n${text}`), name).toEqual([]);
});
