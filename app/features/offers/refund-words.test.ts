import { expect, test } from "vitest";
import { DISPUTE_CLAIMS } from "#app/db/tables/offers.server.ts";
import { REFUND_WORDS } from "#app/features/billing/statement/describe-line.ts";
import { DUPLICATE_DAYS, REFUND_NOTES, REFUND_REASONS } from "./constants.ts";

const codes = [...Object.keys(REFUND_REASONS), ...Object.values(REFUND_NOTES)];

test.each(codes)("a refund for %s is explained in the provider's statement", (code) =>
  expect(REFUND_WORDS[code]).toEqual(expect.any(String)),
);

test("the claims that a provider can make are explained there too", () => {
  const claims = DISPUTE_CLAIMS.filter((claim) => claim !== "other");
  for (const claim of claims) expect(REFUND_WORDS[claim], claim).toEqual(expect.any(String));
});

test("the statement names the days within which a lead counts as a duplicate", () =>
  expect(REFUND_WORDS.duplicate).toContain(`within ${DUPLICATE_DAYS} days`));
