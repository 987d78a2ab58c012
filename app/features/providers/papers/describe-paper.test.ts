import { expect, test } from "vitest";
import { describeForCustomers, describePaper } from "./describe-paper.ts";

const today = "2026-11-20";
const license = {
  check: "license",
  checked: "2026-11-03",
  validUntil: "2027-05-04",
  paper: { number: "MP1234", issuer: "Georgia Plumbing Board" },
};

test("customers read what an accepted paper proves, and how long it is valid", () => {
  expect(describeForCustomers(license, today)).toBe(
    "Licensed: Georgia Plumbing Board, no. MP1234, checked Nov 3, 2026, valid until May 4, 2027",
  );
  const insurance = {
    ...license,
    check: "insurance",
    paper: { number: "P-9", issuer: "Peach Mutual" },
  };
  expect(describeForCustomers(insurance, today)).toBe(
    "Insured: Peach Mutual, checked Nov 3, 2026, valid until May 4, 2027",
  );
});

test("of evidence that staff entered by hand, customers read that it was checked", () => {
  const byHand = { ...license, paper: null };
  expect(describeForCustomers(byHand, today)).toBe(
    "License checked on Nov 3, 2026, valid until May 4, 2027",
  );
  expect(describeForCustomers({ ...byHand, check: "background", validUntil: null }, today)).toBe(
    "Background checked on Nov 3, 2026",
  );
});

test("evidence counts through its last day, and says nothing afterwards", () => {
  expect(describeForCustomers({ ...license, validUntil: today }, today)).toContain("Licensed");
  expect(describeForCustomers({ ...license, validUntil: "2026-11-19" }, today)).toBeNull();
});

test("evidence describes the paper for staff", () => {
  expect(describePaper({ kind: "license", ...license.paper })).toBe(
    "License MP1234, Georgia Plumbing Board",
  );
});
