import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createAdmission, type Priority } from "./admission.ts";

const WORK_MS = 1;

/** Blocks the thread, like rendering. */
function work(ms = WORK_MS) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function setUp({
  onRender = () => work(),
  ...options
}: {
  delayMs?: () => number;
  now?: () => number;
  onRender?: () => void;
} = {}) {
  const admission = createAdmission({ delayMs: () => 0, ...options });
  const order: string[] = [];
  const ask = async (priority: Priority, name: string, isGone = () => false) => {
    const admitted = await admission.enter(priority, isGone);
    if (!admitted) return false;
    order.push(name);
    onRender();
    await nextTurn();
    admission.leave(priority);
    return true;
  };
  return { admission, order, ask };
}

test("renders some of 600 pages at once and refuses the others", async () => {
  let clock = 0;
  // A page takes 5 ms, however fast the machine is.
  const onRender = () => {
    clock += 5;
  };
  const { ask } = setUp({ now: () => clock, onRender });
  const answers = await Promise.all(Array.from({ length: 600 }, () => ask("usual", "page")));
  const served = answers.filter(Boolean).length;
  expect(served).toBeGreaterThan(190);
  expect(served).toBeLessThanOrEqual(202);
  // And then it is over.
  expect(await ask("usual", "page")).toBe(true);
});

test("does not make a quote request wait for earlier pages", async () => {
  const { ask, order } = setUp();
  const pages = Array.from({ length: 150 }, () => ask("usual", "page"));
  await nextTurn();
  const quotes = Array.from({ length: 10 }, () => ask("important", "quote"));
  expect(await Promise.all(quotes)).toEqual(Array(10).fill(true));
  expect(order.lastIndexOf("quote")).toBeLessThan(20);
  await Promise.all(pages);
});

test("never makes probes wait, however long the queue", () => {
  const { admission, ask } = setUp({ delayMs: () => 60_000 });
  for (let page = 0; page < 600; page++) void ask("usual", "page");
  expect(admission.enter("probe", () => false)).toBe(true);
});

test.each([
  [0, true, true],
  [1_000, false, true],
  [5_000, false, false],
])(
  "with an event loop delay of %d ms, accepts pages: %s, quote requests: %s",
  async (delay, usual, important) => {
    const { ask } = setUp({ delayMs: () => delay });
    expect(await ask("usual", "page")).toBe(usual);
    expect(await ask("important", "quote")).toBe(important);
  },
);

test("refuses requests that waited too long, and does not render for clients that left", async () => {
  let clock = 0;
  const { ask, order } = setUp({ now: () => clock });
  const first = ask("usual", "first");
  const gone = ask("usual", "gone", () => true);
  const late = ask("usual", "late");
  clock = 1_500;
  const fresh = ask("usual", "fresh");
  expect(await Promise.all([first, gone, late, fresh])).toEqual([true, false, false, true]);
  expect(order).toEqual(["first", "fresh"]);
});

test("refuses more than 400 requests in progress, even if they only wait for the database", async () => {
  const { admission } = setUp();
  let admitted = 0;
  for (let page = 0; page < 500; page++) {
    if (await admission.enter("usual", () => false)) admitted += 1;
  }
  expect(admitted).toBe(400);
  expect(await admission.enter("important", () => false)).toBe(true);
  admission.leave("usual");
  expect(await admission.enter("usual", () => false)).toBe(true);
});

test("makes pages wait while connections arrive, but not forever", async () => {
  let clock = 0;
  const { admission, ask, order } = setUp({ now: () => clock });
  const pages = [ask("usual", "first"), ask("usual", "second"), ask("usual", "third")];
  for (let turn = 0; turn < 20; turn++) {
    admission.noticeConnection();
    await nextTurn();
  }
  expect(order).toEqual(["first"]);
  clock = 150;
  admission.noticeConnection();
  await nextTurn();
  expect(order).toEqual(["first", "second"]);
  await Promise.all(pages);
  expect(order).toEqual(["first", "second", "third"]);
});
