import { expect, test } from "vitest";
import { FIELDS } from "./fields.ts";
import { BEFORE_YES, listNextSteps, STEP_LEADS } from "./next-steps.ts";

const COMMUNICATION = FIELDS.communicationPreference.choices;
const SCHEDULING = FIELDS.schedulingPreference.choices;

const pairs = COMMUNICATION.flatMap(({ value: communication }) =>
  SCHEDULING.map(({ value: scheduling }) => ({ communication, scheduling })),
);
type Preferences = Parameters<typeof listNextSteps>[0];
type Shown = Omit<Preferences, "isUrgent" | "hasPage"> & Partial<Preferences>;
const list = (preferences: Shown) =>
  listNextSteps({ isUrgent: false, hasPage: true, ...preferences });

test("each of the nine pairs of preferences has different next steps, in whole sentences", () => {
  expect(pairs).toHaveLength(9);
  const texts = pairs.map((pair) => list({ ...pair, canMail: true }));
  expect(new Set(texts.map((steps) => steps.join("\n"))).size).toBe(9);
  for (const steps of texts) {
    expect(steps).toHaveLength(STEP_LEADS.length);
    for (const step of steps) expect(step).toMatch(/^[A-Z].+\.$/);
  }
});

test.each([
  ["sms", /text or call/i],
  ["phone", /may call the number you gave/i],
  ["email", /email you/i],
])("a visitor who chose %s reads about that first", (communication, words) => {
  for (const { value: scheduling } of SCHEDULING) {
    const [first] = list({ communication, scheduling, canMail: true });
    expect(first).toMatch(words);
  }
});

test("only a visitor who chose mail and can wait is not called at once", () => {
  const ask = (communication: string, isUrgent: boolean) =>
    list({ communication, scheduling: "call-me", canMail: true, isUrgent })[1];
  expect(ask("email", false)).toMatch(/If you do not answer, we call you\./);
  for (const [communication, isUrgent] of [
    ["email", true],
    ["phone", false],
    ["sms", false],
  ] as const)
    expect(ask(communication, isUrgent)).toMatch(/we email and call you/);
});

test("a visitor who cannot be mailed reads that we call, and of no mail", () => {
  for (const pair of pairs) {
    const steps = list({ ...pair, canMail: false });
    expect(steps[1]).toMatch(/we call and say who/);
    expect(steps.join(" ")).not.toMatch(/email you|inbox|spam/i);
  }
});

test("every visitor reads what a professional gets only after a yes", () => {
  expect(BEFORE_YES).toMatch(
    /^We give no pro your name, phone number, .+ before you say yes to that pro\.$/,
  );
  for (const pair of pairs)
    for (const canMail of [true, false]) {
      const [, , third] = list({ ...pair, canMail });
      // Only who schedules online does something before the yes.
      const start = pair.scheduling === "online-scheduling" ? "\\. " : "^";
      expect(third).toMatch(
        new RegExp(`${start}After your yes, the pro gets your name, contact details`),
      );
      // The consent covers a call that a person dials, not a text from the professional.
      if (/\btext/.test(third ?? "")) expect(third).toMatch(/needs your okay before texting/);
    }
});

test("steps without a link to the customer's page name no page", () => {
  for (const pair of pairs)
    for (const canMail of [true, false])
      for (const isUrgent of [true, false]) {
        const preferences = { ...pair, canMail, isUrgent };
        expect(list(preferences).join(" ")).toContain("request's page");
        const steps = list({ ...preferences, hasPage: false });
        expect(steps.join(" ")).not.toContain("page");
        // The mail that asks for a yes has the link.
        expect(/link in (the|that) email/.test(steps.join(" "))).toBe(canMail);
      }
});

const phoneAndCall = list({
  communication: "phone",
  scheduling: "call-me",
  canMail: true,
});

test.each([
  ["", ""],
  ["fax", "never"],
])(
  "unknown preferences (%j, %j) give the same steps as phone and call",
  (communication, scheduling) => {
    expect(list({ communication, scheduling, canMail: true })).toEqual(phoneAndCall);
  },
);

test.each([
  ["toString", "constructor"],
  ["__proto__", "__proto__"],
])(
  "property names of every object (%j, %j) count as unknown preferences",
  (communication, scheduling) => {
    expect(list({ communication, scheduling, canMail: true })).toEqual(phoneAndCall);
  },
);
