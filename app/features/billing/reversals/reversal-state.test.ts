import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DatedFact,
  findReversalCode,
  getReturnedCents,
  getReturnedCredits,
  type PaymentFact,
  readReversalState,
} from "./reversal-state.ts";

const at = (second: number, fact: PaymentFact): DatedFact => ({
  fact,
  at: new Date(second * 1_000),
});
const charge = (refundedCents: number): PaymentFact => ({
  kind: "charge",
  cents: 5_000,
  refundedCents,
});
const refund = (id: string, cents: number, hasFailed = false): PaymentFact => ({
  kind: "refund",
  id,
  cents,
  hasFailed,
});
const dispute = (status: "none" | "open" | "won" | "lost", id = "du_1"): PaymentFact => ({
  kind: "dispute",
  id,
  cents: 5_000,
  status,
});
const read = (...facts: PaymentFact[]) =>
  readReversalState(facts.map((fact, index) => at(index, fact)));

test("refunds add up, whether the charge, the refunds, or both say so", () => {
  expect(read(charge(1_000), charge(3_000)).refundedCents).toBe(3_000);
  expect(read(refund("a", 1_000), refund("b", 2_000)).refundedCents).toBe(3_000);
  expect(
    read(charge(3_000), refund("a", 1_000), charge(1_000), refund("b", 2_000)).refundedCents,
  ).toBe(3_000);
});

test.each([
  ["stays", [charge(3_000), charge(5_000)]],
  ["falls", [charge(3_000), charge(2_000)]],
])("a failed refund does not count, if the sum of the charge %s after it", (_, charges) => {
  const facts = [...charges, refund("a", 3_000), refund("a", 3_000, true), refund("b", 2_000)];
  expect(read(...facts).refundedCents).toBe(2_000);
  expect(read(...facts.toReversed()).refundedCents).toBe(2_000);
});

test("a failed refund counts as failed even if an older event of it arrives last", () => {
  expect(read(refund("a", 500, true), refund("a", 500)).refundedCents).toBe(0);
});

test("a chargeback counts while it is open and when it is lost, and an inquiry never", () => {
  expect(read(dispute("none"))).toMatchObject({ chargeback: "none", chargebackCents: 0 });
  expect(read(dispute("open"))).toMatchObject({ chargeback: "open", chargebackCents: 5_000 });
  expect(read(dispute("open"), dispute("lost"))).toMatchObject({
    chargeback: "lost",
    chargebackCents: 5_000,
  });
  expect(read(dispute("open"), dispute("won"))).toMatchObject({
    chargeback: "won",
    chargebackCents: 0,
  });
});

test("an older event of a chargeback never undoes a newer one", () => {
  const events = [at(9, dispute("won")), at(3, dispute("open")), at(3, dispute("open"))];
  expect(readReversalState(events).chargeback).toBe("won");
  expect(readReversalState(events.toReversed()).chargeback).toBe("won");
  // A case that is opened again.
  expect(readReversalState([...events, at(12, dispute("open"))]).chargeback).toBe("open");
});

test("the state is the same for any order and any repeats", () => {
  const facts = fc.oneof(
    fc.nat(5_000).map(charge),
    fc
      .tuple(fc.constantFrom("a", "b"), fc.boolean())
      .map(([id, failed]) => refund(id, id === "a" ? 700 : 1_100, failed)),
    fc
      .tuple(
        fc.constantFrom("none" as const, "open" as const, "won" as const, "lost" as const),
        fc.constantFrom("du_1", "du_2"),
      )
      .map(([status, id]) => dispute(status, id)),
  );
  fc.assert(
    fc.property(
      fc
        .array(fc.tuple(fc.nat(4), facts), { maxLength: 12 })
        .map((list) => list.map(([second, fact]) => at(second, fact)))
        .chain((list) =>
          fc.tuple(
            fc.constant(list),
            fc.shuffledSubarray([...list, ...list], {
              minLength: list.length * 2,
              maxLength: list.length * 2,
            }),
          ),
        ),
      ([inOrder, shuffled]) => {
        expect(readReversalState(shuffled)).toEqual(readReversalState(inOrder));
      },
    ),
  );
});

test("credits go back by their share of the payment, and never more than all of them", () => {
  const bought = { credits: 50, cents: 5_000 };
  const back = (refundedCents: number, chargebackCents = 0) =>
    getReturnedCredits({ refundedCents, chargebackCents }, bought);
  expect(back(0)).toBe(0);
  expect(back(2_000)).toBe(20);
  expect(back(2_000, 5_000)).toBe(50);
  expect(getReturnedCents({ refundedCents: 2_000, chargebackCents: 5_000 }, 5_000)).toBe(5_000);
  expect(
    getReturnedCredits(
      { refundedCents: 1_000, chargebackCents: 0 },
      { credits: 50, cents: 15_000 },
    ),
  ).toBe(3.33);
  expect(
    getReturnedCredits({ refundedCents: 1, chargebackCents: 0 }, { credits: 50, cents: null }),
  ).toBe(50);
});

test.each([
  ["refund", [0, 0], [100, 0]],
  ["refund-failed", [100, 0], [0, 0]],
  ["chargeback", [100, 0], [100, 500]],
  ["chargeback-won", [0, 500], [0, 0]],
  ["returned", [0, 0], [100, 500]],
] as const)("a step is explained as %s", (code, before, after) => {
  const state = ([refundedCents, chargebackCents]: readonly [number, number]) => ({
    refundedCents,
    chargebackCents,
  });
  expect(findReversalCode(state(before), state(after))).toBe(code);
});
