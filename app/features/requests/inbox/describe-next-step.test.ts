import { expect, test } from "vitest";
import { describeNextStep, type NextStepFacts } from "./describe-next-step.ts";

const facts: NextStepFacts = {
  status: "new",
  isErased: false,
  isMerged: false,
  isOptedOut: false,
  isWrongNumber: false,
  mailHref: "mailto:sam@example.com",
  isHeld: false,
  isEmergency: false,
  hasNewMessage: false,
  attemptCount: 0,
  call: { isInHours: true, isCapReached: false, localTime: "10:00 AM", from: null },
  waitingFor: null,
  answerDue: null,
  askedCompany: null,
  connectedCompany: null,
  matches: 0,
  hasOutcome: false,
};
const NIGHT = { isInHours: false, isCapReached: false, localTime: "11:00 PM", from: "8 AM" };
const CAP = { ...facts.call, isCapReached: true };

test.each<[string, Partial<NextStepFacts>, string, string]>([
  ["a new request", {}, "Call the customer.", "next"],
  ["after a try", { attemptCount: 1 }, "Try to reach the customer again.", "next"],
  ["an emergency", { isEmergency: true }, "Emergency, do this first: call the customer.", "now"],
  ["at night", { call: NIGHT }, "11:00 PM there, outside calling hours: call from 8 AM on", "wait"],
  ["an emergency at night", { call: NIGHT, isEmergency: true }, "only if the customer", "now"],
  ["an unknown place", { call: { ...NIGHT, localTime: null } }, "is not known", "wait"],
  ["enough calls for a day", { call: CAP, attemptCount: 3 }, "as often as one day allows", "wait"],
  ["an emergency with them", { call: CAP, isEmergency: true }, "as one day allows", "now"],
  ["somebody who opted out", { isOptedOut: true, isEmergency: true }, "do not contact", "wait"],
  ["suspected spam", { isHeld: true, isEmergency: true }, "It looks like spam", "next"],
  ["a message", { status: "contacted", hasNewMessage: true }, "Answer the new message.", "next"],
  [
    "an emergency with a message",
    { isEmergency: true, hasNewMessage: true },
    "first: read the new message, and call the customer.",
    "now",
  ],
  ["a yes that is asked by mail", { waitingFor: "Acme", answerDue: "3 PM" }, "from 3 PM", "wait"],
  ["a yes at night", { waitingFor: "Acme", call: NIGHT }, "call from 8 AM on", "wait"],
  [
    "a yes in an emergency",
    { waitingFor: "Acme", isEmergency: true },
    "first: call the customer and ask whether Acme may have their details.",
    "now",
  ],
  ["a yes on the customer's page", { connectedCompany: "Acme" }, "how it went", "next"],
  ["a wrong number", { isWrongNumber: true, waitingFor: "Acme" }, "write by email, or", "next"],
  ["one without an address", { isWrongNumber: true, mailHref: null }, "no email address", "next"],
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
