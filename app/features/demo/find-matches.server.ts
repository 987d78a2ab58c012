import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { DEFAULT_OFFER_COST } from "#app/features/offers/constants.ts";
import { isMatch, matchProvider } from "#app/features/offers/match-provider.ts";
import type { DemoMarket, DemoProvider } from "./make-providers.ts";
import type { DemoRequest } from "./make-requests.ts";
import type { JobValues } from "./read-demo-content.server.ts";

/** The providers that a request could be offered to at a time. */
export type FindMatches = (request: DemoRequest, at: number) => DemoProvider[];

/** Who can do which work where, with what the product itself checks before it offers a request. */
export function createMatchFinder(market: DemoMarket, jobValues: JobValues): FindMatches {
  const byZip = new Map<string, DemoProvider[]>();
  for (const provider of market.providers)
    for (const zip of provider.service_area_zips)
      byZip.set(zip, [...(byZip.get(zip) ?? []), provider]);
  const subscriptions = new Map(market.subscriptions.map((one) => [one.provider_id, one.status]));
  const settings = new Map(market.settings.map((one) => [one.provider_id, one]));
  const known = new Map<
    string,
    { serviceNames: readonly string[]; value: { min: number; max: number } | null }
  >();
  return (request, at) => {
    let wanted = known.get(request.service_type);
    if (!wanted) {
      const { slug, names } = resolveServiceName(request.service_type);
      wanted = { serviceNames: names, value: jobValues.get(slug ?? "") ?? null };
      known.set(request.service_type, wanted);
    }
    const details = { ...wanted, zip: request.zip_valid };
    return (byZip.get(request.zip_valid) ?? []).filter((provider) => {
      const until = provider.verified_until === null ? null : new Date(provider.verified_until);
      const matched = {
        // Whose verification ran out since was verified then.
        verificationStatus: until ? "verified" : provider.verification_status,
        verifiedUntil: until,
        serviceCategories: provider.service_categories,
        serviceAreaZips: provider.service_area_zips,
        minJobValue: settings.get(provider.id)?.min_job_value ?? null,
        maxJobValue: settings.get(provider.id)?.max_job_value ?? null,
        credits: Number.POSITIVE_INFINITY,
        subscription: subscriptions.get(provider.id) ?? null,
      };
      return (
        Date.parse(provider.created_at) < at &&
        isMatch(matchProvider(matched, details, { cost: DEFAULT_OFFER_COST, now: new Date(at) }))
      );
    });
  };
}
