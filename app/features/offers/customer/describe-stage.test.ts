import { expect, test } from "vitest";
import { describeNext, type StageFacts } from "./describe-stage.ts";

const facts: StageFacts = {
  stage: "received",
  outcome: null,
  company: null,
  stoppedBusiness: null,
  isYesByPhone: false,
  openUntil: null,
  canMail: true,
  wantsMail: false,
  isCalled: false,
  isTextQueued: false,
  opening: "We are open now.",
  businessPhone: "(800) 555-0199",
};

test("a new request is confirmed first; after a stop, only the stop is said", () => {
  expect(describeNext(facts)[0]).toBe("We have your request.");
  const stopped = describeNext({ ...facts, stoppedBusiness: "Henry's Helpline LLC" });
  expect(stopped[0]).toBe("You stopped contact by Henry's Helpline LLC.");
  expect(stopped.join(" ")).not.toContain("We have your request.");
});
