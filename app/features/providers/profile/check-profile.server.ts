import { listFieldErrors } from "#app/lib/field-errors.ts";
import { isKnownZip } from "#app/lib/zip.server.ts";
import { CREDITS_ERROR, type FieldErrors, type Profile, profileSchema } from "../schema.ts";
import { getLastDayBefore } from "../verification/verified-days.ts";
import { summarizeWords } from "./parse-zips.ts";
import type { StoredProvider } from "./queries.server.ts";
import { findCategoryName } from "./service-choices.server.ts";

export type CheckedProfile = { ok: true; profile: Profile } | { ok: false; errors: FieldErrors };

/**
 * Checks a profile against its schema, the known ZIP codes and the catalog.
 * @param current the provider's own categories, which may stay even if the catalog dropped them, and
 * their credits: no profile takes a balance below zero, but one that is below zero can stay or rise
 */
export function checkProfile(
  values: unknown,
  current: Pick<StoredProvider, "categories" | "credits"> = { categories: [], credits: 0 },
): CheckedProfile {
  const parsed = profileSchema.safeParse(values);
  const errors = parsed.success ? {} : listFieldErrors(parsed.error.issues);
  // Checked even with other errors, so that one attempt shows them all.
  const zips = profileSchema.shape.service_area_zips.safeParse(
    (values as Partial<Profile>)?.service_area_zips,
  );
  const unknownZips = zips.success ? zips.data.filter((zip) => !isKnownZip(zip)) : [];
  if (unknownZips.length > 0)
    errors.service_area_zips ??= `There are no such ZIP codes: ${summarizeWords(unknownZips)}.`;
  const categories = profileSchema.shape.service_categories.safeParse(
    (values as Partial<Profile>)?.service_categories,
  );
  const categoryNames = (categories.success ? categories.data : []).map((text) => ({
    text,
    name: current.categories.includes(text) ? text : findCategoryName(text),
  }));
  const unknownCategories = categoryNames
    .filter(({ name }) => name === null)
    .map(({ text }) => text);
  if (unknownCategories.length > 0)
    errors.service_categories ??= `Not in the catalog: ${summarizeWords(unknownCategories)}.`;
  const credits = profileSchema.shape.credits.safeParse((values as Partial<Profile>)?.credits);
  if (credits.success && credits.data < Math.min(0, current.credits))
    errors.credits ??= CREDITS_ERROR;
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    profile: {
      ...parsed.data,
      service_categories: [...new Set(categoryNames.flatMap(({ name }) => name ?? []))],
    },
  };
}

/** A stored provider as the values of its form. */
export function toProfile(provider: StoredProvider, timeZone: string): Profile {
  return {
    company_name: provider.companyName,
    contact_name: provider.contactName,
    phone: provider.phone,
    contact_email: provider.contactEmail,
    business_address: provider.address,
    business_city: provider.city,
    business_state: provider.state,
    business_zip: provider.zip,
    service_categories: provider.categories,
    service_area_zips: provider.zips,
    verification_status: provider.status,
    verified_until: provider.verifiedUntil && getLastDayBefore(provider.verifiedUntil, timeZone),
    credits: provider.credits,
  };
}
