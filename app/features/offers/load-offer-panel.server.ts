import type { AppContext } from "#app/app-context.ts";
import { getMatchRequest, listMatches } from "./list-matches.server.ts";
import { getOfferSettings, listOffers } from "./queries.server.ts";

/** All that staff see of a request's offers: who could be asked, who is asked now, who was. */
export async function loadOfferPanel(
  { db, env, now }: Pick<AppContext, "db" | "env" | "now">,
  serviceRequestId: string,
) {
  const pool = db.$client;
  const [request, offers, settings] = await Promise.all([
    getMatchRequest(pool, serviceRequestId),
    listOffers(pool, serviceRequestId),
    getOfferSettings(pool),
  ]);
  if (!request) return null;
  const current = offers.find(({ state }) => state === "open" || state === "accepted") ?? null;
  // Nobody else may be asked now, so that nobody is looked for.
  const found = current
    ? { matches: [], nearMisses: [] }
    : await listMatches(pool, { request, cost: settings.offerCost, now: now() });
  const waitingFor = current?.state === "accepted" && !current.releasedAt ? current.company : null;
  return {
    settings,
    current,
    waitingFor,
    history: offers.filter((offer) => offer !== current),
    ...found,
    canMail: env.SMTP_URL !== undefined,
  };
}
