import fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "#app/lib/durations.ts";
import { parseRetryAfter } from "#app/lib/retry-delay.ts";
import { MAX_ATTEMPTS } from "../constants.ts";
import { getNextDelivery, type Outcome } from "./next-delivery.ts";

const start = new Date("2026-01-01T00:00:00Z");

test("a row that always fails is tried ten times over at least 75 hours, with growing delays, whatever the jitter", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: MAX_ATTEMPTS,
        maxLength: MAX_ATTEMPTS,
      }),
      (randoms) => {
        let now = start;
        let attempts = 0;
        let lastWait = 0;
        let calls = 0;
        for (;;) {
          calls += 1;
          const next = getNextDelivery(
            attempts,
            { kind: "failed", retryAfterMs: null },
            { probing: false, now, random: randoms[attempts] ?? 0 },
          );
          if (next.state === "dead") break;
          const wait = next.nextAttemptAt.getTime() - now.getTime();
          // Each wait is longer than the one before, up to the last two, which are both a day and
          // its jitter.
          if (attempts < 7) expect(wait).toBeGreaterThan(lastWait);
          lastWait = wait;
          ({ attempts } = next);
          now = next.nextAttemptAt;
        }
        expect(calls).toBe(MAX_ATTEMPTS);
        expect(now.getTime() - start.getTime()).toBeGreaterThanOrEqual(75 * HOUR_MS);
      },
    ),
  );
});

test("waits for Retry-After, counts no attempt for pauses and probes, and gives up only after a refusal or the tenth failure", () => {
  const outcomes = fc.oneof(
    fc.record({
      kind: fc.constant("failed" as const),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 30 * HOUR_MS })),
    }),
    fc.record({
      kind: fc.constant("paused" as const),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 30 * HOUR_MS })),
    }),
    fc.constant<Outcome>({ kind: "refused" }),
    fc.constant<Outcome>({ kind: "delivered" }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_ATTEMPTS - 1 }),
      outcomes,
      fc.boolean(),
      (attempts, outcome, probing) => {
        const next = getNextDelivery(attempts, outcome, { probing, now: start, random: 0.5 });
        if (outcome.kind === "delivered") expect(next.state).toBe("delivered");
        else if (outcome.kind === "refused") expect(next.state).toBe("dead");
        else {
          const free = outcome.kind === "paused" || probing;
          expect(next.attempts).toBe(free ? attempts : attempts + 1);
          expect(next.state).toBe(!free && attempts + 1 === MAX_ATTEMPTS ? "dead" : "waiting");
          if (next.state === "waiting")
            expect(next.nextAttemptAt.getTime() - start.getTime()).toBeGreaterThanOrEqual(
              Math.min(outcome.retryAfterMs ?? 0, 24 * HOUR_MS),
            );
        }
      },
    ),
  );
});

test.each([
  ["120", 120_000],
  ["Thu, 01 Jan 2026 00:01:00 GMT", 60_000],
  ["Wed, 31 Dec 2025 00:00:00 GMT", 0],
  ["soon", null],
  [null, null],
])("Retry-After: %s means %s ms", (header, ms) => expect(parseRetryAfter(header, start)).toBe(ms));
