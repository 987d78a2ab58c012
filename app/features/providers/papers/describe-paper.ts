import { CHECK_LABELS, type Check } from "../constants.ts";
import { formatFullDay } from "../format-provider.ts";
import { PAPER_LABELS, type PaperKind } from "./constants.ts";

type Paper = { kind: PaperKind; number: string; issuer: string };

/** What staff saw, as the description of the evidence. */
export const describePaper = ({ kind, number, issuer }: Paper): string =>
  `${PAPER_LABELS[kind]} ${number}, ${issuer}`;

export type ShownEvidence = {
  check: string;
  /** The day on which staff checked it, and the last valid one, as 2026-11-21. */
  checked: string;
  validUntil: string | null;
  /** The accepted paper behind it; null where staff entered the evidence by hand. */
  paper: { number: string; issuer: string } | null;
};

/**
 * What customers read of one piece of evidence, such as "Licensed: Georgia Plumbing Board, no. MP1234,
 * checked Nov 3, 2026, valid until May 4, 2027". Of evidence without a paper they read that it was
 * checked and when. The number of a policy is nobody's business; that of a license can be looked up.
 * @returns null where it is not valid today
 */
export function describeForCustomers(
  { check, checked, validUntil, paper }: ShownEvidence,
  today: string,
): string | null {
  if (validUntil !== null && validUntil < today) return null;
  const until = validUntil ? `, valid until ${formatFullDay(validUntil)}` : "";
  const on = formatFullDay(checked);
  if (paper && check === "license")
    return `Licensed: ${paper.issuer}, no. ${paper.number}, checked ${on}${until}`;
  if (paper && check === "insurance") return `Insured: ${paper.issuer}, checked ${on}${until}`;
  return `${CHECK_LABELS[check as Check] ?? check} checked on ${on}${until}`;
}
