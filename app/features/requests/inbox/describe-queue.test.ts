import { expect, test } from "vitest";
import { describeQueue } from "./describe-queue.ts";

const at = { ms: 0, exact: "" };
const nobody = {
  counts: { emergency: 0, overdue: 0, returned: 0, waiting: 0 },
  fresh: 0,
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
  const counts = { emergency: 2, overdue: 3, returned: 1, waiting: 4 };
  expect(describe(counts, { oldest: at, fresh: 7 })).toEqual([
    "Call now:",
    "2 emergencies (emergency), 3 waiting over an hour (overdue)",
    "1 returned (returned), 4 waiting for a yes (waiting)",
    at,
  ]);
  expect(describe({ emergency: 1 })).toEqual(["Call now:", "1 emergency (emergency)", "", null]);
  expect(describe({ overdue: 1_000 })[1]).toBe("999+ waiting over an hour (overdue)");
});

test("returned requests are called now even where nobody else is", () => {
  expect(describe({ returned: 1, waiting: 2 }, { fresh: 1, oldestFresh: at })).toEqual([
    "Call now:",
    "1 returned (returned), 2 waiting for a yes (waiting)",
    "",
    null,
  ]);
});

test("is calm where nobody has waited over an hour", () => {
  expect(describe({ waiting: 1 }, { fresh: 2, oldestFresh: at })).toEqual([
    "Nobody has waited over an hour:",
    "2 new requests to call (new)",
    "1 waiting for a yes (waiting)",
    at,
  ]);
  expect(describe({})).toEqual(["Nobody is waiting for a first call.", "", "", null]);
});
