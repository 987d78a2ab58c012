import { expect, test } from "vitest";
import { JOB_STAGE_LABELS } from "../portal/job-stages.ts";
import { CLAIM_LABELS, type DisputeClaim, FACTUAL_CLAIMS } from "./constants.ts";
import { listFacts, type OfferRecords } from "./list-facts.ts";

const records: OfferRecords = {
  isErased: false,
  hasEarlier: false,
  isDuplicate: false,
  hasZip: true,
  isInArea: true,
  isAreaChanged: false,
  isOutsideArea: false,
  isImpossiblePhone: false,
  stoppedFirst: false,
  stoppedLater: false,
  connectedElsewhere: false,
  hiredBefore: false,
  wasReached: false,
  wasWrongNumber: false,
  approvedBy: "customer",
  jobStage: null,
};
const PROOFS: Record<(typeof FACTUAL_CLAIMS)[number], Partial<OfferRecords>[]> = {
  duplicate: [{ isDuplicate: true, hasEarlier: true }],
  "outside-area": [{ isOutsideArea: true, isInArea: false }],
  "impossible-phone": [{ isImpossiblePhone: true }],
  "stopped-first": [{ stoppedFirst: true }],
  "hired-elsewhere": [{ connectedElsewhere: true }, { hiredBefore: true }],
};
const isProved = (claim: DisputeClaim, changes: Partial<OfferRecords>) =>
  listFacts(claim, { ...records, ...changes }).some(({ supports }) => supports);

test("each factual claim is proved by its own facts alone", () => {
  for (const claim of FACTUAL_CLAIMS) {
    expect(isProved(claim, {}), claim).toBe(false);
    for (const [other, proofs] of Object.entries(PROOFS))
      for (const proof of proofs) expect(isProved(claim, proof), claim).toBe(other === claim);
  }
});

test("what our staff noted never proves that somebody cannot be reached", () => {
  const everything = { wasWrongNumber: true, isImpossiblePhone: true, stoppedFirst: true };
  for (const claim of ["unreachable", "other"] as const)
    expect(isProved(claim, everything)).toBe(false);
});

test.each(["started", "done"] as const)(
  "nothing proves a claim about a job that the provider marked as %s, and they read why",
  (jobStage) => {
    for (const [claim, proofs] of Object.entries(PROOFS) as [
      DisputeClaim,
      typeof PROOFS.duplicate,
    ][])
      for (const proof of proofs)
        expect(isProved(claim, { ...proof, jobStage }), claim).toBe(false);
    for (const claim of Object.keys(CLAIM_LABELS) as DisputeClaim[])
      expect(listFacts(claim, { ...records, jobStage })).toContainEqual({
        label: "You marked this job as",
        value: JOB_STAGE_LABELS[jobStage],
        supports: false,
      });
  },
);

test("a job that the provider did not get still can be proved", () =>
  expect(isProved("hired-elsewhere", { hiredBefore: true, jobStage: "not-hired" })).toBe(true));

test.each<[DisputeClaim, Partial<OfferRecords>, string]>([
  ["duplicate", { hasEarlier: true }, "Yes, but no company got the customer's details with it"],
  ["outside-area", { hasZip: false }, "The request has no valid ZIP code"],
  [
    "outside-area",
    { isInArea: false, isAreaChanged: true },
    "Your area does not have the ZIP code now, but it was changed after we made this offer",
  ],
  ["stopped-first", { stoppedLater: true }, "Yes, but after you accepted"],
  ["impossible-phone", { isErased: true }, "Deleted at the customer's wish"],
  ["unreachable", { wasReached: true }, "Our staff reached the customer"],
  ["unreachable", { approvedBy: "customer" }, "On the customer's own page"],
  [
    "unreachable",
    { approvedBy: "0190163d-8694-739b-aea5-966c26f8ad91" },
    "On the phone, to our staff",
  ],
])("%s: a fact that does not prove it is told as well", (claim, changes, value) =>
  expect(listFacts(claim, { ...records, ...changes })).toContainEqual({
    label: expect.any(String),
    value,
    supports: false,
  }),
);

test("every claim has facts to show, except for something else", () => {
  for (const claim of Object.keys(CLAIM_LABELS) as DisputeClaim[])
    expect(listFacts(claim, records).length > 0, claim).toBe(claim !== "other");
});
