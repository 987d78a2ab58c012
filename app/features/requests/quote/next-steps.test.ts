import { expect, test } from "vitest";
import { FIELDS } from "./fields.ts";
import { listNextSteps } from "./next-steps.ts";

const COMMUNICATION = FIELDS.communicationPreference.choices;
const SCHEDULING = FIELDS.schedulingPreference.choices;

const pairs = COMMUNICATION.flatMap(({ value: communication }) =>
  SCHEDULING.map(({ value: scheduling }) => ({ communication, scheduling })),
);

test("each of the nine pairs of preferences has different next steps", () => {
  expect(pairs).toHaveLength(9);
  const texts = pairs.map((pair) => listNextSteps({ ...pair, hasEmail: true }));
  expect(new Set(texts.map((steps) => steps.join("\n"))).size).toBe(9);
  expect(new Set(texts.map((steps) => steps[1])).size).toBe(9);
  for (const steps of texts) for (const step of steps) expect(step).toMatch(/^[A-Z].+\.$/);
});

test.each([
  ["sms", /text or call/i],
  ["phone", /a person on our team will call/i],
  ["email", /inbox/i],
])("a visitor who chose %s reads about that first", (communication, words) => {
  for (const { value: scheduling } of SCHEDULING)
    expect(listNextSteps({ communication, scheduling, hasEmail: true })[0]).toMatch(words);
});

test("a visitor who chose e-mail without an address reads that we call instead", () => {
  for (const { value: scheduling } of SCHEDULING) {
    const steps = listNextSteps({ communication: "email", scheduling, hasEmail: false });
    expect(steps[0]).toMatch(/^You left no e-mail address, so a person on our team will call/);
    expect(steps.slice(1)).toEqual(
      listNextSteps({ communication: "phone", scheduling, hasEmail: false }).slice(1),
    );
    expect(steps.join(" ")).not.toMatch(/inbox|write/i);
  }
});

test("promises no automatic text, no booking link, and no contact details for a professional before a yes", () => {
  for (const pair of pairs) {
    const [first, second] = listNextSteps({ ...pair, hasEmail: true });
    expect(first).toMatch(
      /a person on our team will (?:text or call|call|write to).+\. No professional gets your name.+before we name that professional and you say yes\.$/i,
    );
    expect(second).toMatch(
      /^If you (?:say yes|say yes on that call|write back with a yes), the professional gets your contact details and the address you gave/,
    );
    // The consent covers a call that a person dials, not a text from the professional.
    if (/\btext/.test(second ?? "")) expect(second).toMatch(/needs your okay before texting/);
    expect(second).not.toMatch(/\blink\b|we text/i);
  }
});

test("an e-mail address does not change the steps of visitors who want calls or texts", () => {
  for (const pair of pairs.filter(({ communication }) => communication !== "email"))
    expect(listNextSteps({ ...pair, hasEmail: false })).toEqual(
      listNextSteps({ ...pair, hasEmail: true }),
    );
});

const phoneAndCall = listNextSteps({
  communication: "phone",
  scheduling: "call-me",
  hasEmail: true,
});

test.each([
  ["", ""],
  ["fax", "never"],
])(
  "unknown preferences (%j, %j) give the same steps as phone and call",
  (communication, scheduling) => {
    expect(listNextSteps({ communication, scheduling, hasEmail: true })).toEqual(phoneAndCall);
  },
);

test.each([
  ["toString", "constructor"],
  ["__proto__", "__proto__"],
])(
  "property names of every object (%j, %j) count as unknown preferences",
  (communication, scheduling) => {
    expect(listNextSteps({ communication, scheduling, hasEmail: true })).toEqual(phoneAndCall);
  },
);
