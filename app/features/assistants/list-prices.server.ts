import { formatServicePath, getSiteCatalog } from "#app/features/catalog/read-catalog.server.ts";
import { findProjectSizes } from "#app/features/resources/find-price-range.server.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import { type Answered, type ToolContext, UNKNOWN_SERVICE } from "./tool-context.ts";

const WITH_PRICES =
  "These are usual ranges for planning, not a quote. The pro sets the price before work starts. Ask for it in writing, and whether the visit has a charge. Nights, weekends and emergencies can cost more.";
const WITHOUT_PRICES =
  "There is no usual price to name. The pro sets the price before work starts. Ask for it in writing, and whether the visit has a charge if the person says no.";

/** The prices of a service's page, and what moves them; no price where the page has none. */
export async function listPrices(
  { settings, origin }: ToolContext,
  { service: slug }: ToolInput<"price_range">,
): Promise<Answered<ToolOutput<"price_range">>> {
  const service = getSiteCatalog(await settings.get()).services.get(slug)?.frontMatter;
  if (!service) return { refusal: UNKNOWN_SERVICE };
  const prices = (service.costs ?? []).map(({ label, range, note = null }) => ({
    label,
    range,
    note,
  }));
  // A page without prices shows no sizes either.
  const sizes = prices.length > 0 ? findProjectSizes(slug) : null;
  return {
    service: service.name,
    prices,
    sizes: sizes?.prices ?? [],
    priceFactors: service.priceFactors,
    statement: prices.length > 0 ? WITH_PRICES : WITHOUT_PRICES,
    page: origin + formatServicePath(service.area, slug),
    estimator: sizes && origin + sizes.path,
  };
}
