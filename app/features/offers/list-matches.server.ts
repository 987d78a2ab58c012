import { eq } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import type { StoredMatchReason } from "#app/db/tables/offers.server.ts";
import { serviceRequests } from "#app/db/tables/requests.server.ts";
import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { getBusinessZone } from "#app/features/providers/availability/business-zone.server.ts";
import { findCandidates } from "./candidates.sql.ts";
import { MAX_CANDIDATES, OVERRIDABLE_CHECKS, SHOWN_MATCHES } from "./constants.ts";
import { findJobValue } from "./job-value.server.ts";
import { isMatch, type MatchReason, matchProvider } from "./match-provider.ts";
import { describeMatch } from "./rules/describe-match.ts";

export type ListedMatch = {
  id: string;
  company: string;
  rating: number | null;
  /** How many reviews the rating is from; none where it is from before the first review. */
  reviews: number;
  isDemo: boolean;
  /** Whether an offer reaches them by mail. */
  hasMail: boolean;
  reasons: MatchReason[];
  /** Every failed check can be overridden by staff. */
  canOffer: boolean;
  /** The reasons as the provider reads them; only where one provider is checked. */
  told?: StoredMatchReason[];
};
/** The default of the setting. */
const DEFAULT_ZONE = "America/New_York";

export type Matches = { matches: ListedMatch[]; nearMisses: ListedMatch[] };

export type MatchRequest = {
  id: string;
  serviceType: string;
  zip: string | null;
  state: string | null;
  isDemo: boolean;
};
type MatchOptions = {
  request: MatchRequest;
  cost: number;
  now: Date;
  /** Checks only this provider. */
  providerId?: string;
  /** Ours, for providers without a known business ZIP code. */
  timeZone?: string;
};

/** Providers who match a request and those who nearly match, the best first. */
export async function listMatches(db: Database, options: MatchOptions): Promise<Matches> {
  const { request, cost, now, providerId = null, timeZone = DEFAULT_ZONE } = options;
  const { slug, names } = resolveServiceName(request.serviceType);
  const candidates = await findCandidates.rows(db, {
    requestId: request.id,
    zip: request.zip,
    state: request.state,
    lowerCaseNames: names.map((name) => name.toLowerCase()),
    isDemo: request.isDemo,
    now,
    cost: String(cost),
    providerId,
    limit: MAX_CANDIDATES,
    limitElsewhere: SHOWN_MATCHES,
    names,
  });
  const target = { zip: request.zip, serviceNames: names, value: findJobValue(slug) };
  const ranked = candidates.map(({ covers, jobs, ...row }) => {
    const provider = {
      ...row,
      serviceAreaZips: covers && request.zip ? [request.zip] : [],
      availability: { ...row, timeZone: getBusinessZone(row.businessZip, timeZone) },
    };
    const reasons = matchProvider(provider, target, { cost, now });
    const failed = reasons.filter(({ ok }) => !ok);
    const { id, company, rating, reviews, isDemo, hasMail } = row;
    const canOffer = failed.every(({ check }) =>
      (OVERRIDABLE_CHECKS as readonly string[]).includes(check),
    );
    return {
      id,
      company,
      rating,
      reviews,
      isDemo,
      hasMail,
      reasons,
      canOffer,
      ...(providerId && { told: describeMatch(reasons, { provider, request: target, cost }) }),
      jobs,
      failed: failed.length,
    };
  });
  ranked.sort(
    (a, b) =>
      a.failed - b.failed ||
      Number(a.isDemo) - Number(b.isDemo) ||
      (b.rating ?? 0) - (a.rating ?? 0) ||
      b.jobs - a.jobs ||
      (a.id < b.id ? -1 : 1),
  );
  const listed = ranked.map(({ jobs: _jobs, failed: _failed, ...match }) => match);
  return {
    matches: listed.filter(({ reasons }) => isMatch(reasons)).slice(0, SHOWN_MATCHES),
    nearMisses: listed.filter(({ reasons }) => !isMatch(reasons)).slice(0, SHOWN_MATCHES),
  };
}

/** The fields of a request that matching uses, or null where no request has the id. */
export async function getMatchRequest(db: Database, id: string): Promise<MatchRequest | null> {
  const { serviceType, zipValid: zip, state, isDemo } = serviceRequests;
  const [request] = await db
    .select({ id: serviceRequests.id, serviceType, zip, state, isDemo })
    .from(serviceRequests)
    .where(eq(serviceRequests.id, id));
  return request ?? null;
}
