import { getPublicOrigin } from "#app/lib/public-origin.ts";

/** The job of an offer in the provider's portal; null where nobody can sign in there. */
export const getPortalJobUrl = (
  env: Parameters<typeof getPublicOrigin>[0],
  { offerId, hasPortal }: { offerId: string; hasPortal: boolean },
): string | null => (hasPortal ? `${getPublicOrigin(env)}/pro/jobs/${offerId}` : null);
