import type { DisputeFact } from "#app/db/tables/offers.server.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import { APPROVED_BY_CUSTOMER, DUPLICATE_DAYS, isYesByPhone } from "../constants.ts";
import { JOB_STAGE_LABELS, type JobStage } from "../portal/job-stages.ts";
import type { DisputeClaim, FactualClaim } from "./constants.ts";

/** What our own records say about an offer. */
export type OfferRecords = {
  isErased: boolean;
  hasEarlier: boolean;
  isDuplicate: boolean;
  hasZip: boolean;
  isInArea: boolean;
  isAreaChanged: boolean;
  isOutsideArea: boolean;
  isImpossiblePhone: boolean;
  stoppedFirst: boolean;
  stoppedLater: boolean;
  connectedElsewhere: boolean;
  hiredBefore: boolean;
  wasReached: boolean;
  wasWrongNumber: boolean;
  approvedBy: string;
  /** Where the provider says that their job stands. */
  jobStage: JobStage | null;
};

const fact = (label: string, value: string, supports = false): DisputeFact => ({
  label,
  value,
  supports,
});

/**
 * The facts that matter for a claim, for the provider to read; they name no person and no other company.
 * None proves a claim about a job that the provider says they work on.
 */
export function listFacts(claim: DisputeClaim, records: OfferRecords): DisputeFact[] {
  const facts = listClaimFacts(claim, records);
  const { jobStage } = records;
  if (jobStage !== "started" && jobStage !== "done") return facts;
  // Whoever works for the customer got what they paid for, so no record decides: a person does.
  return [
    ...facts.map((entry) => ({ ...entry, supports: false })),
    fact("You marked this job as", JOB_STAGE_LABELS[jobStage]),
  ];
}

function listClaimFacts(claim: DisputeClaim, records: OfferRecords): DisputeFact[] {
  if (claim === "other") return [];
  if (claim === "unreachable")
    return [fact("The phone number", describePhone(records)), ...listContacts(records)];
  return BY_CLAIM[claim](records);
}

const BY_CLAIM: Record<FactualClaim, (records: OfferRecords) => DisputeFact[]> = {
  duplicate: ({ hasEarlier, isDuplicate }) => [
    fact(
      `A request with the same phone number for the same service, in the ${formatQuantity(DUPLICATE_DAYS, "day")} before this one`,
      isDuplicate
        ? "Yes, and a company got the customer's details with it"
        : hasEarlier
          ? "Yes, but no company got the customer's details with it"
          : "None",
      isDuplicate,
    ),
  ],
  "outside-area": (records) => [
    fact("The ZIP code of the job and your area", describeArea(records), records.isOutsideArea),
  ],
  "impossible-phone": (records) => [
    fact("The phone number", describePhone(records), records.isImpossiblePhone),
    ...listContacts(records),
  ],
  "stopped-first": ({ stoppedFirst, stoppedLater }) => [
    fact(
      "The customer opted out of our contact",
      stoppedFirst
        ? "Yes, before you accepted"
        : stoppedLater
          ? "Yes, but after you accepted"
          : "No",
      stoppedFirst,
    ),
  ],
  "hired-elsewhere": ({ connectedElsewhere, hiredBefore }) => [
    fact(
      "A yes of the customer to another company for the same service, before you accepted",
      connectedElsewhere ? "Yes" : "None that still counts",
      connectedElsewhere,
    ),
    fact(
      "A note of our staff from before you accepted that the customer hired or chose somebody else",
      hiredBefore ? "Yes" : "None",
      hiredBefore,
    ),
  ],
};

function describeArea({ hasZip, isInArea, isAreaChanged, isOutsideArea }: OfferRecords): string {
  if (!hasZip) return "The request has no valid ZIP code";
  if (isOutsideArea) return "Your area does not have the ZIP code";
  if (isInArea) return "Your area has the ZIP code";
  return isAreaChanged
    ? "Your area does not have the ZIP code now, but it was changed after we made this offer"
    : "Not clear";
}

function describePhone({ isErased, isImpossiblePhone }: OfferRecords): string {
  if (isErased) return "Deleted at the customer's wish";
  return isImpossiblePhone
    ? "Too few or too many digits for a phone number"
    : "As many digits as a phone number has";
}

const listContacts = ({ wasReached, wasWrongNumber, approvedBy }: OfferRecords): DisputeFact[] => [
  fact(
    "Our own calls for this request",
    [
      wasReached ? "Our staff reached the customer" : "",
      wasWrongNumber ? "Our staff noted a wrong number" : "",
    ]
      .filter(Boolean)
      .join(". ") || "Our staff noted no call that reached the customer, and no wrong number",
  ),
  fact("The customer's yes to you", describeYes(approvedBy)),
];

function describeYes(approvedBy: string): string {
  if (approvedBy === APPROVED_BY_CUSTOMER) return "On the customer's own page";
  return isYesByPhone(approvedBy) ? "On the phone, to our staff" : "Not asked at that time";
}
