import { resolveServiceName } from "#app/features/catalog/find-service.server.ts";
import { DEFAULT_OFFER_COST } from "#app/features/offers/constants.ts";
import { isMatch, matchProvider } from "#app/features/offers/match-provider.ts";
import type { DemoMarket, DemoProvider } from "./generate-providers.ts";
import type { DemoRequest } from "./generate-requests.ts";
import type { JobValues } from "./read-demo-content.server.ts";

/** The providers that a request could be offered to at a time. */
export type FindMatches = (request: DemoRequest, at: number) => DemoProvider[];

/** Finds providers with the same checks that the product makes before it offers a request. */
export function createMatchFinder(market: DemoMarket, jobValues: JobValues): FindMatches {
  const providersByZip = new Map<string, DemoProvider[]>();
  for (const provider of market.providers)
    for (const zip of provider.service_area_zips)
      providersByZip.set(zip, [...(providersByZip.get(zip) ?? []), provider]);
  const subscriptions = new Map(
    market.subscriptions.map(({ provider_id: id, status }) => [id, status]),
  );
  const settings = new Map(market.settings.map((setting) => [setting.provider_id, setting]));
  const services = new Map<
    string,
    { serviceNames: readonly string[]; value: { min: number; max: number } | null }
  >();
  return (request, at) => {
    let service = services.get(request.service_type);
    if (!service) {
      const { slug, names } = resolveServiceName(request.service_type);
      service = { serviceNames: names, value: jobValues.get(slug ?? "") ?? null };
      services.set(request.service_type, service);
    }
    const details = { ...service, zip: request.zip_valid };
    return (providersByZip.get(request.zip_valid) ?? []).filter((provider) => {
      const until = provider.verified_until === null ? null : new Date(provider.verified_until);
      const candidate = {
        // A provider whose verification has expired since was verified at that time.
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
        isMatch(matchProvider(candidate, details, { cost: DEFAULT_OFFER_COST, now: new Date(at) }))
      );
    });
  };
}
