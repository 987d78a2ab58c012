import { expect, test } from "vitest";
import { FIELDS } from "./fields.ts";
import { listNextSteps } from "./next-steps.ts";

const COMMUNICATION = FIELDS.communicationPreference.choices;
const SCHEDULING = FIELDS.schedulingPreference.choices;

const pairs = COMMUNICATION.flatMap(({ value: communication }) =>
  SCHEDULING.map(({ value: scheduling }) => ({ communication, scheduling })),
);

test("each of the nine pairs of preferences has next steps of its own", () => {
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
])("who chose %s hears about that first", (communication, words) => {
  for (const { value: scheduling } of SCHEDULING)
    expect(listNextSteps({ communication, scheduling, hasEmail: true })[0]).toMatch(words);
});

test("e-mail without an address becomes the phone, and says so: nobody is told to watch an inbox", () => {
  for (const { value: scheduling } of SCHEDULING) {
    const steps = listNextSteps({ communication: "email", scheduling, hasEmail: false });
    expect(steps[0]).toMatch(/^You left no e-mail address, so a person on our team will call/);
    expect(steps.slice(1)).toEqual(
      listNextSteps({ communication: "phone", scheduling, hasEmail: false }).slice(1),
    );
    expect(steps.join(" ")).not.toMatch(/inbox|write/i);
  }
});

test("nothing is promised that nobody does: no automatic text, no booking link, no contact passed on before a yes", () => {
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

test("an address does not change what those hear who want calls or texts", () => {
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
  "words that are no preference (%j, %j) read like phone and call",
  (communication, scheduling) => {
    expect(listNextSteps({ communication, scheduling, hasEmail: true })).toEqual(phoneAndCall);
  },
);

test.each([
  ["toString", "constructor"],
  ["__proto__", "__proto__"],
])("names that every object has (%j, %j) do so, too", (communication, scheduling) => {
  expect(listNextSteps({ communication, scheduling, hasEmail: true })).toEqual(phoneAndCall);
});
