import { findService } from "#app/features/catalog/queries.server.ts";
import { findPlace } from "#app/lib/zip.server.ts";
import type { QuoteDraft } from "./schema.ts";

const LABEL = /^[\w &'/-]{1,60}$/;

/** What the address of the quote page says: /quote?service=plumbing&zip=30301, or ?label=General%20Services. */
export function readQuoteStart(query: URLSearchParams): { serviceType?: string; prefill: Partial<QuoteDraft> } {
  const service = findService(query.get("service") ?? "");
  const label = query.get("label") ?? "";
  const zip = query.get("zip") ?? "";
  const place = findPlace(zip);
  return {
    serviceType: service?.name ?? (LABEL.test(label) ? label : undefined),
    prefill: /^\d{5}$/.test(zip) ? { zipCode: zip, ...(place ?? {}) } : {},
  };
}
