import type { QuoteDraft } from "../../fields.ts";
import { PLACE_FIELDS, type PlaceZips, type StoredDraft } from "./draft-storage.ts";

export const isCompleteZip = (text: string) => /^\d{5}$/.test(text.trim());
export const getCompleteZip = (text: string) => (isCompleteZip(text) ? text.trim() : "");

export function getPlaceZips(values: QuoteDraft): PlaceZips {
  const zip = getCompleteZip(values.zipCode);
  return { address: zip, city: zip, state: zip };
}

type Place = Pick<StoredDraft, "values" | "zipOf" | "undo">;

/**
 * Applies a complete ZIP code: clears the place fields that were entered with another one.
 * @param autofilled fields that the browser filled in with the ZIP code, which stay
 */
export function applyZip<S extends Place>(state: S, autofilled: ReadonlySet<string>): S {
  const { values, zipOf, undo } = state;
  const zip = getCompleteZip(values.zipCode);
  const next = { ...state, zipOf: getPlaceZips(values) };
  if (undo?.reason === "zip" && undo.values.zipCode === zip && !values.address.trim())
    return { ...next, values: { ...values, ...undo.values }, undo: null };
  const stale = PLACE_FIELDS.filter(
    (field) =>
      values[field].trim() !== "" && zipOf[field] && zipOf[field] !== zip && !autofilled.has(field),
  );
  if (stale.length === 0) return next;
  const kept = { ...values };
  for (const field of stale) kept[field] = "";
  if (!stale.includes("address")) return { ...next, values: kept };
  const { address, city, state: stateCode } = values;
  return {
    ...next,
    values: kept,
    undo: {
      reason: "zip",
      step: 1,
      values: { address, city, state: stateCode, zipCode: zipOf.address },
    },
  };
}

/** Merges the fields typed before the draft was restored; a new ZIP code clears the old place. */
export function mergePlace(stored: Place, changes: Partial<QuoteDraft>): Place {
  const values = { ...stored.values, ...changes };
  const zipOf = { ...stored.zipOf };
  for (const field of PLACE_FIELDS)
    if (changes[field] !== undefined) zipOf[field] = getCompleteZip(values.zipCode);
  const { undo } = stored;
  return isCompleteZip(values.zipCode)
    ? applyZip({ values, zipOf, undo }, new Set(Object.keys(changes)))
    : { values, zipOf, undo };
}
