import { firstMessages } from "#app/lib/first-messages.ts";
import { isKnownZip } from "#app/lib/zip.server.ts";
import { type FieldErrors, type Profile, profileSchema } from "../schema.ts";
import { lastDayBefore } from "../verification/verified-days.ts";
import { nameSome } from "./parse-zips.ts";
import type { StoredProvider } from "./provider-detail.server.ts";
import { findCategoryName } from "./service-choices.server.ts";

export type CheckedProfile = { ok: true; profile: Profile } | { ok: false; errors: FieldErrors };

/**
 * Checks a profile against its schema, the table of ZIP codes and the catalog.
 * @param kept categories that the provider has already: they may stay, even where the catalog lost them
 */
export function checkProfile(values: unknown, kept: readonly string[] = []): CheckedProfile {
  const parsed = profileSchema.safeParse(values);
  const errors = parsed.success ? {} : firstMessages(parsed.error.issues);
  // Looked at also beside other errors, so that one try names them all.
  const zips = profileSchema.shape.service_area_zips.safeParse(
    (values as Partial<Profile>)?.service_area_zips,
  );
  const unknownZips = zips.success ? zips.data.filter((zip) => !isKnownZip(zip)) : [];
  if (unknownZips.length > 0)
    errors.service_area_zips ??= `There are no such ZIP codes: ${nameSome(unknownZips)}.`;
  const categories = profileSchema.shape.service_categories.safeParse(
    (values as Partial<Profile>)?.service_categories,
  );
  const named = (categories.success ? categories.data : []).map((text) => ({
    text,
    name: kept.includes(text) ? text : findCategoryName(text),
  }));
  const strange = named.filter(({ name }) => name === null).map(({ text }) => text);
  if (strange.length > 0) errors.service_categories ??= `Not in the catalog: ${nameSome(strange)}.`;
  if (!parsed.success || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    profile: {
      ...parsed.data,
      service_categories: [...new Set(named.flatMap(({ name }) => name ?? []))],
    },
  };
}

/** A stored provider as its form has it. */
export function profileOf(provider: StoredProvider, timeZone: string): Profile {
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
    verified_until: provider.verifiedUntil && lastDayBefore(provider.verifiedUntil, timeZone),
    credits: provider.credits,
  };
}
