import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { toProfile } from "../profile/check-profile.server.ts";
import { getProvider } from "../profile/queries.server.ts";
import { type SaveProfileResult, saveProfile } from "../profile/save-profile.server.ts";
import type { Profile } from "../schema.ts";

/** What staff change without evidence: neither the verification nor the balance of credits. */
export type ProfileChanges = Partial<
  Omit<Profile, "verification_status" | "verified_until" | "credits">
>;

/**
 * Changes some fields of a provider's profile, as staff do in its form: with the same checks, unless it
 * has changed since the given version.
 */
export async function changeProfile(
  context: ActionContext & Pick<AppContext, "contactKeys">,
  input: { id: string; version: number; changes: ProfileChanges; timeZone: string },
): Promise<SaveProfileResult> {
  const { id, version, changes, timeZone } = input;
  const provider = await getProvider(context.db, id);
  if (!provider) return { ok: false, reason: "not-found" };
  return saveProfile(context, {
    id,
    version,
    values: toFormValues({ ...toProfile(provider, timeZone), ...changes }),
    creditsOpened: provider.credits,
    timeZone,
  });
}

/** A profile as its form sends it: text for everything but the categories. */
const toFormValues = (profile: Profile) => ({
  ...Object.fromEntries(
    Object.entries(profile).map(([field, value]) => [field, value === null ? "" : String(value)]),
  ),
  service_categories: profile.service_categories,
  service_area_zips: profile.service_area_zips.join(" "),
});
