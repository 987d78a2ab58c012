import { expect, test } from "vitest";
import { LEDGER_KINDS } from "#app/db/tables/billing.server.ts";
import { REVERSAL_CODES } from "../reversals/reversal-state.ts";
import { type DescribedLine, describeLine } from "./describe-line.ts";

const line = (changes: Partial<DescribedLine>): DescribedLine => ({
  kind: "offer",
  note: null,
  amount: -25,
  service: "Plumbing",
  city: "Atlanta",
  zip: "30303",
  paidCents: null,
  paidOn: null,
  ...changes,
});
const payment = { paidCents: 5_000, paidOn: "Nov 3, 2026", service: null, city: null, zip: null };

test.each([
  ["Accepted: Plumbing in Atlanta 30303", {}],
  ["Accepted: Plumbing", { city: null, zip: null }],
  ["Accepted: a job that is no longer stored", { service: null, city: null, zip: null }],
  [
    "Returned for Plumbing in Atlanta 30303: the same person asked for the same service within 30 days before",
    { kind: "refund", note: "duplicate", amount: 25 },
  ],
  [
    "Returned for Plumbing in Atlanta 30303: by our team",
    { kind: "refund", note: "a word from later", amount: 25 },
  ],
  ["Bought with Stripe, $50.00", { kind: "purchase", amount: 50, ...payment }],
  ["Bought with Stripe", { kind: "purchase", amount: 50 }],
  ["Adjusted by our team", { kind: "adjustment", amount: 5 }],
  [
    "Adjusted by our team: thanks for your patience",
    { kind: "adjustment", note: "thanks for your patience" },
  ],
  ["Your credits from before this site", { kind: "adjustment", note: "import" }],
  [
    "Returned by Stripe: $20.00 of your payment of Nov 3, 2026 was refunded",
    { kind: "reversal", note: "refund:2000", amount: -20, ...payment },
  ],
  [
    "Yours again: the refund of $20.00 of your payment of Nov 3, 2026 did not go through",
    { kind: "reversal", note: "refund-failed:2000", amount: 20, ...payment },
  ],
  [
    "Taken back: the bank of the card disputed $50.00 of your payment of Nov 3, 2026 (a chargeback)",
    { kind: "reversal", note: "chargeback:5000", amount: -50, ...payment },
  ],
] as const)("a line reads: %s", (text, changes) => expect(describeLine(line(changes))).toBe(text));

test("every kind and every code of a reversal has a sentence of its own", () => {
  const texts = LEDGER_KINDS.map((kind) => describeLine(line({ kind, ...payment })));
  expect(new Set(texts).size).toBe(LEDGER_KINDS.length);
  for (const text of texts) expect(text).toMatch(/^[A-Z]\w+/);
  const reversals = REVERSAL_CODES.map((code) =>
    describeLine(line({ kind: "reversal", note: `${code}:100`, ...payment })),
  );
  expect(new Set(reversals).size).toBe(REVERSAL_CODES.length);
  for (const text of reversals) expect(text).toContain("$1.00 of your payment of Nov 3, 2026");
});
