import { expect, test } from "vitest";
import { describeNextStep, type NextStepFacts } from "./describe-next-step.ts";

const facts: NextStepFacts = {
  status: "new",
  isErased: false,
  isMerged: false,
  isOptedOut: false,
  isHeld: false,
  isEmergency: false,
  hasNewMessage: false,
  attemptCount: 0,
  calling: { ok: true, localTime: "10:00 AM" },
  waitingFor: null,
  askedCompany: null,
  connectedCompany: null,
  matches: 0,
  hasOutcome: false,
};
const NIGHT = { ok: false, localTime: "11:00 PM" };

test.each<[string, Partial<NextStepFacts>, string, string]>([
  ["a new request", {}, "Call the customer.", "next"],
  ["after a try", { attemptCount: 1 }, "Try to reach the customer again.", "next"],
  ["an emergency", { isEmergency: true }, "Call now: this is an emergency.", "now"],
  ["at night", { calling: NIGHT }, "It is 11:00 PM there: call when", "wait"],
  ["an emergency at night", { calling: NIGHT, isEmergency: true }, "outside calling hours", "now"],
  ["a place that is not known", { calling: null }, "Call the customer.", "next"],
  ["somebody who opted out", { isOptedOut: true, isEmergency: true }, "do not contact", "wait"],
  ["suspected spam", { isHeld: true, isEmergency: true }, "It looks like spam", "next"],
  ["a message", { status: "contacted", hasNewMessage: true }, "Answer the new message.", "next"],
  ["a yes to ask for", { waitingFor: "Acme" }, "ask whether Acme may have their details", "next"],
  ["an offer that is open", { status: "contacted", askedCompany: "Acme" }, "Wait for", "wait"],
  ["a connected company", { status: "contacted", connectedCompany: "Acme" }, "how it went", "next"],
  ["matches", { status: "contacted", matches: 3 }, "one of the 3 professionals", "next"],
  ["one match", { status: "contacted", matches: 1 }, "the professional who matches", "next"],
  ["no match", { status: "contacted" }, "No professional matches", "next"],
  ["a closed request", { status: "closed" }, "Say how it ended.", "next"],
  ["one with its outcome", { status: "closed", hasOutcome: true }, "nothing to do", "wait"],
  ["an erased request", { isErased: true, isEmergency: true }, "was erased", "wait"],
])("says what to do with %s", (_, changes, text, tone) => {
  const step = describeNextStep({ ...facts, ...changes });
  expect(step.text).toContain(text);
  expect(step.tone).toBe(tone);
});
