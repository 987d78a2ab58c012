import { formatQuotePath } from "#app/features/catalog/components/quote-link.tsx";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import { NOTHING_SENT } from "./constants.ts";
import type { ToolInput, ToolOutput } from "./schema.ts";
import { type Answered, type ToolContext, UNKNOWN_SERVICE, UNKNOWN_ZIP } from "./tool-context.ts";

/** The address of the quote page with service and place filled in, for a person to submit. */
export function buildQuoteLink(
  { origin }: Pick<ToolContext, "origin">,
  { service: slug, zip }: ToolInput<"quote_link">,
): Answered<ToolOutput<"quote_link">> {
  const service = slug === undefined ? null : findService(slug);
  if (slug !== undefined && !service) return { refusal: UNKNOWN_SERVICE };
  const place = zip === undefined ? null : findPlace(zip);
  if (zip !== undefined && !place) return { refusal: UNKNOWN_ZIP };
  return {
    danger: null,
    url: origin + formatQuotePath({ service: slug, zip }),
    prefilled: {
      service: service?.name ?? null,
      place: place && `${place.city}, ${place.state} ${zip}`,
    },
    statement: NOTHING_SENT,
  };
}
