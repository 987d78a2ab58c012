import { expect, test } from "vitest";
import { REFUND_WORDS } from "#app/features/billing/statement/describe-line.ts";
import { DISPUTE_REFUNDS, DUPLICATE_DAYS, REFUND_NOTES, REFUND_REASONS } from "./constants.ts";

test("the provider's statement explains every note of a refund that is written, and no other", () =>
  expect(Object.keys(REFUND_WORDS).toSorted()).toEqual(
    [
      ...Object.keys(REFUND_REASONS),
      ...Object.keys(DISPUTE_REFUNDS),
      ...Object.values(REFUND_NOTES),
    ].toSorted(),
  ));

test("the statement names the days within which a lead counts as a duplicate", () =>
  expect(REFUND_WORDS.duplicate).toContain(`within ${DUPLICATE_DAYS} days`));
