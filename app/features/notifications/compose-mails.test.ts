import { expect, test } from "vitest";
import {
  composeAcceptedOffers,
  composeFailedDeliveries,
  composeHeldRequests,
  composeNewRequests,
  composeSecurity,
  composeTargetTrouble,
  SECURITY_EVENTS,
} from "./compose-mails.ts";

const frame = { brand: "Henry's Helpline", portal: "https://henry.example/backyard" };
const named = [{ serviceType: "Plumbing", city: "Atlanta" }];

test("a mail says how many, names service and city, and links to the portal", () => {
  const mail = composeNewRequests({ count: 3, named }, frame);
  expect(mail.subject).toBe("3 new service requests");
  expect(mail.text).toContain("- Plumbing, Atlanta\n- and 2 more\n");
  expect(mail.text).toContain("https://henry.example/backyard/service-requests");
  expect(composeNewRequests({ count: 1, named }, frame).subject).toBe("1 new service request");
  expect(composeAcceptedOffers({ count: 1, named }, frame).text).toContain("https://henry.example/backyard/service-requests?view=waiting\n");
});

test.each(["Atlanta\r\nBcc: a@b.example", "https://evil.example", "evil.example", "404 555 0123", "a@b.example", "<b>x</b>", "x".repeat(61), ""])(
  "%j does not get into a mail",
  (city) => {
    for (const compose of [composeNewRequests, composeHeldRequests, composeFailedDeliveries, composeAcceptedOffers]) {
      const { subject, text } = compose({ count: 1, named: [{ serviceType: city, city }] }, frame);
      expect(text).toContain("- Service request, city not clear\n");
      expect(subject).not.toMatch(/[\r\n]/);
    }
  },
);

test("each opening of a target and each security event has its words", () => {
  expect(composeTargetTrouble({ target: "contact-sync", state: "paused", reason: "status 401" }, frame).subject).toBe("Deliveries to contact-sync are paused");
  expect(composeTargetTrouble({ target: "contact-sync", state: "open", reason: null }, frame).text).toContain("Requests wait and nothing is lost.");
  for (const event of SECURITY_EVENTS) expect(composeSecurity(event, { ...frame, when: "noon" }).text).toContain("/backyard/account");
});
