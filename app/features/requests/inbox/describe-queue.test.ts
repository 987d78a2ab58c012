import { expect, test } from "vitest";
import { describeQueue } from "./describe-queue.ts";

const at = { ms: 0, exact: "" };
const nobody = {
  counts: { emergency: 0, overdue: 0, returned: 0, waiting: 0, "to-call": 0, "to-retry": 0 },
  oldest: null,
  oldestFresh: null,
};
type Counts = Partial<typeof nobody.counts>;
const describe = (counts: Counts, more: Partial<Parameters<typeof describeQueue>[0]> = {}) => {
  const sentence = describeQueue({ ...nobody, ...more, counts: { ...nobody.counts, ...counts } });
  const join = (links: { view: string; text: string }[]) =>
    links.map(({ view, text }) => `${text} (${view})`).join(", ");
  return [sentence.lead, join(sentence.calls), join(sentence.also), sentence.oldest];
};

test("says who to call now, oldest wait included, and then who else", () => {
  const counts = { emergency: 2, overdue: 3, returned: 1, waiting: 4, "to-call": 7, "to-retry": 5 };
  expect(describe(counts, { oldest: at })).toEqual([
    "Call now:",
    "2 emergencies (emergency), 3 waiting over an hour (overdue)",
    "1 returned (returned), 4 waiting for a yes (waiting), 5 to try again (to-retry)",
    at,
  ]);
  expect(describe({ emergency: 1 })).toEqual(["Call now:", "1 emergency (emergency)", "", null]);
  expect(describe({ overdue: 1_000 })[1]).toBe("999+ waiting over an hour (overdue)");
});

test("returned requests are called now even where nobody else is", () => {
  const counts = { returned: 1, waiting: 2, "to-call": 1, "to-retry": 3 };
  expect(describe(counts, { oldestFresh: at })).toEqual([
    "Call now:",
    "1 returned (returned), 2 waiting for a yes (waiting)",
    "3 to try again (to-retry)",
    null,
  ]);
});

test("is calm where nobody has waited over an hour", () => {
  const counts = { waiting: 1, "to-call": 2, "to-retry": 1 };
  expect(describe(counts, { oldestFresh: at })).toEqual([
    "Nobody has waited over an hour:",
    "2 new requests to call (to-call)",
    "1 waiting for a yes (waiting), 1 to try again (to-retry)",
    at,
  ]);
  expect(describe({})).toEqual(["Nobody is waiting for a first call.", "", "", null]);
});
