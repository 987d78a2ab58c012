import type { ActionContext } from "#app/db/action-context.server.ts";
import { setClaimWording } from "#app/features/settings/mutations.server.ts";
import { getSiteSettings } from "#app/features/settings/queries.server.ts";
import { setClaimsOnlyWithEvidence } from "./switch-claims.server.ts";

/**
 * Handles a form of the page of claims: the switch of one claim, or "claims only with evidence".
 * @returns the message for a toast; null where no claim has the id
 */
export async function handleClaimsForm(
  context: ActionContext,
  { form }: { form: FormData },
): Promise<string | null> {
  const only = form.get("onlyWithEvidence");
  if (only !== null) {
    const isOn = only === "yes";
    await setClaimsOnlyWithEvidence(context, { isOn });
    return isOn
      ? "Claims without evidence are neutral now. They are checked every night."
      : "Only your own switches count now.";
  }
  const isNeutral = form.get("neutral") === "yes";
  const id = String(form.get("claim"));
  const result = await setClaimWording(context, { id, isNeutral });
  if (!result.ok) return null;
  if (isNeutral) return "The neutral wording is shown.";
  const { unprovenClaims } = await getSiteSettings(context.db);
  return unprovenClaims.includes(id)
    ? "Your switch is off. The wording stays neutral while there is no evidence."
    : "The claim is shown.";
}
