import type { UsedLink } from "#app/features/consent/record-consent.server.ts";
import { FULL_FIELD_SPECS } from "../../quote/fields.server.ts";
import type { QuoteField } from "../../quote/fields.ts";
import { describeStaffLink } from "../constants.ts";
import { CORRECTED_EVENT, PHONE_EVENT } from "./constants.ts";

export type Change = { from: string; to: string };
/** What is stored with an event about corrections; empty after the person was erased. */
export type CorrectionDetail = {
  fields: Partial<Record<QuoteField, Change>>;
  /** The CRM has the request, with the values from before. */
  isSynced: boolean;
  /** The ZIP code changed after a provider had accepted. */
  isAfterOffer: boolean;
  /** What opened the page on which a new number was agreed to. */
  link?: UsedLink;
};

/** The changed fields in the order in which staff see them, with their labels. */
const listChanges = (fields: CorrectionDetail["fields"]) =>
  FULL_FIELD_SPECS.flatMap(({ field, staffLabel }) => {
    const change = fields[field];
    return change ? [{ label: staffLabel, ...change }] : [];
  });

export const listChangedLabels = (fields: CorrectionDetail["fields"]): string[] =>
  listChanges(fields).map(({ label }) => label);

/** Describes a correction for a request's timeline; undefined for other kinds of events. */
export function formatCorrection(
  kind: string,
  detail: Record<string, unknown>,
): string | undefined {
  if (kind !== CORRECTED_EVENT && kind !== PHONE_EVENT) return undefined;
  const { fields, isSynced, isAfterOffer, link } = detail as Partial<CorrectionDetail>;
  const what =
    kind === PHONE_EVENT
      ? `The customer changed the phone number, with a new consent${describeStaffLink(link)}`
      : "The customer corrected the request";
  if (!fields) return what;
  const changes = listChanges(fields).map(
    ({ label, from, to }) => `${label} from “${from}” to “${to}”`,
  );
  return [
    `${what}: ${changes.join("; ")}.`,
    ...(isAfterOffer ? ["A provider had accepted before: check that they serve the new ZIP."] : []),
    ...(isSynced ? ["The CRM has the old values: change them there."] : []),
  ].join(" ");
}
