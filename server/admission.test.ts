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
  const send = async (priority: Priority, name: string, hasLeft = () => false) => {
    const admitted = await admission.enter(priority, hasLeft);
    if (!admitted) return false;
    order.push(name);
    onRender();
    await nextTurn();
    admission.leave(priority);
    return true;
  };
  return { admission, order, send };
}

test("renders some of 600 pages at once and refuses the others", async () => {
  let clock = 0;
  // A page takes 5 ms, however fast the machine is.
  const onRender = () => {
    clock += 5;
  };
  const { send } = setUp({ now: () => clock, onRender });
  const answers = await Promise.all(Array.from({ length: 600 }, () => send("normal", "page")));
  const served = answers.filter(Boolean).length;
  expect(served).toBeGreaterThan(190);
  expect(served).toBeLessThanOrEqual(202);
  // The next page is served again.
  expect(await send("normal", "page")).toBe(true);
});

test("does not make a quote request wait for earlier pages", async () => {
  const { send, order } = setUp();
  const pages = Array.from({ length: 150 }, () => send("normal", "page"));
  await nextTurn();
  const quotes = Array.from({ length: 10 }, () => send("high", "quote"));
  expect(await Promise.all(quotes)).toEqual(Array(10).fill(true));
  expect(order.lastIndexOf("quote")).toBeLessThan(20);
  await Promise.all(pages);
});

test("never makes probes wait, however long the queue", () => {
  const { admission, send } = setUp({ delayMs: () => 60_000 });
  for (let page = 0; page < 600; page++) void send("normal", "page");
  expect(admission.enter("probe", () => false)).toBe(true);
});

test.each([
  [0, true, true],
  [1_000, false, true],
  [5_000, false, false],
])(
  "with an event loop delay of %d ms, accepts pages: %s, quote requests: %s",
  async (delay, acceptsPages, acceptsQuotes) => {
    const { send } = setUp({ delayMs: () => delay });
    expect(await send("normal", "page")).toBe(acceptsPages);
    expect(await send("high", "quote")).toBe(acceptsQuotes);
  },
);

test("refuses requests that waited too long, and does not render for clients that left", async () => {
  let clock = 0;
  const { send, order } = setUp({ now: () => clock });
  const first = send("normal", "first");
  const left = send("normal", "left", () => true);
  const late = send("normal", "late");
  clock = 1_500;
  const fresh = send("normal", "fresh");
  expect(await Promise.all([first, left, late, fresh])).toEqual([true, false, false, true]);
  expect(order).toEqual(["first", "fresh"]);
});

test("refuses more than 400 requests in progress, even if they only wait for the database", async () => {
  const { admission } = setUp();
  let admitted = 0;
  for (let page = 0; page < 500; page++) {
    if (await admission.enter("normal", () => false)) admitted += 1;
  }
  expect(admitted).toBe(400);
  expect(await admission.enter("high", () => false)).toBe(true);
  admission.leave("normal");
  expect(await admission.enter("normal", () => false)).toBe(true);
});

test("makes pages wait while connections arrive, but not forever", async () => {
  let clock = 0;
  const { admission, send, order } = setUp({ now: () => clock });
  const pages = [send("normal", "first"), send("normal", "second"), send("normal", "third")];
  for (let turn = 0; turn < 20; turn++) {
    admission.noteConnection();
    await nextTurn();
  }
  expect(order).toEqual(["first"]);
  clock = 150;
  admission.noteConnection();
  await nextTurn();
  expect(order).toEqual(["first", "second"]);
  await Promise.all(pages);
  expect(order).toEqual(["first", "second", "third"]);
});
