import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { paymentsSubscriptions } from "#app/db/tables/billing.server.ts";
import { providerSettings, providers } from "#app/db/tables/providers.server.ts";
import { formatCredits, formatInstant } from "#app/lib/format-values.ts";
import { getOfferSettings } from "../queries.server.ts";

/** Something that keeps a provider from getting offers, and the page of the portal that helps. */
export type Obstacle = {
  text: string;
  link: string;
  page: "credits" | "documents" | `profile#${"pause" | "services" | "areas"}` | null;
};

const LIVE_SUBSCRIPTIONS: readonly (string | null)[] = ["active", "trialing"];

/** Why a provider gets no offers, whatever a customer asks for; empty where nothing is in the way. */
export async function loadObstacles(
  db: Database,
  { providerId, now, timeZone }: { providerId: string; now: Date; timeZone: string },
): Promise<Obstacle[]> {
  const [[provider], { offerCost }] = await Promise.all([
    db
      .select({
        status: providers.verificationStatus,
        verifiedUntil: providers.verifiedUntil,
        categories: providers.serviceCategories,
        zips: providers.serviceAreaZips,
        credits: providers.credits,
        subscription: paymentsSubscriptions.status,
        pausedUntil: providerSettings.pausedUntil,
      })
      .from(providers)
      .leftJoin(paymentsSubscriptions, eq(paymentsSubscriptions.providerId, providers.id))
      .leftJoin(providerSettings, eq(providerSettings.providerId, providers.id))
      .where(eq(providers.id, providerId)),
    getOfferSettings(db),
  ]);
  if (!provider) return [];
  const { status, verifiedUntil, categories, zips, credits, subscription, pausedUntil } = provider;
  const isVerified = status === "verified" && (!verifiedUntil || verifiedUntil > now);
  const isPaused = pausedUntil !== null && pausedUntil > now;
  return [
    ...(isPaused && pausedUntil
      ? [
          {
            text: `You paused offers until ${formatInstant(pausedUntil, timeZone)}.`,
            link: "Take offers again",
            page: "profile#pause" as const,
          },
        ]
      : []),
    ...(isVerified
      ? []
      : [
          {
            text: "Your company is not verified now: we need a current license and insurance.",
            link: "Upload documents",
            page: "documents" as const,
          },
        ]),
    ...(categories.length > 0
      ? []
      : [
          {
            text: "You list no services.",
            link: "Choose services",
            page: "profile#services" as const,
          },
        ]),
    ...(zips.length > 0
      ? []
      : [{ text: "You have no area yet.", link: "Add your area", page: "profile#areas" as const }]),
    ...(credits >= offerCost
      ? []
      : [
          {
            text:
              credits < 0
                ? `You owe ${formatCredits(-credits)}, and an offer costs ${formatCredits(offerCost)}.`
                : `You have ${formatCredits(credits)}, and an offer costs ${formatCredits(offerCost)}.`,
            link: "Buy credits",
            page: "credits" as const,
          },
        ]),
    ...(LIVE_SUBSCRIPTIONS.includes(subscription)
      ? []
      : [{ text: "Your subscription is not active.", link: "Call us about it", page: null }]),
  ];
}
