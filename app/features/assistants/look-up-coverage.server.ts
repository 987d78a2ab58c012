import { findService } from "#app/features/catalog/find-service.server.ts";
import { countCoveringProviders } from "#app/features/providers/queries.server.ts";
import { describeCoverage } from "#app/features/requests/quote/describe-coverage.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import { type Answered, type ToolContext, UNKNOWN_SERVICE, UNKNOWN_ZIP } from "./tool-context.ts";

/** Who covers a ZIP code, in the sentence that service pages show. */
export async function lookUpCoverage(
  { db, settings, now }: ToolContext,
  { zip, service: slug }: ToolInput<"coverage">,
): Promise<Answered<ToolOutput<"coverage">>> {
  const service = slug === undefined ? null : findService(slug);
  if (slug !== undefined && !service) return { refusal: UNKNOWN_SERVICE };
  const place = findPlace(zip);
  if (!place) return { refusal: UNKNOWN_ZIP };
  const { city, state } = place;
  const providers = await countCoveringProviders(db, {
    zip,
    service: slug !== undefined && service ? { slug, ...service } : undefined,
    now: now(),
  });
  const message = describeCoverage({
    zip,
    city,
    trade: service?.trade ?? "professional",
    providers,
    persona: (await settings.get()).persona,
  });
  return { zip, city, state, verifiedProviders: providers, message };
}
