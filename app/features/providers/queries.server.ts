import type { Database } from "#app/db/client.server.ts";
import { countCovering } from "./queries.sql.ts";

export type CoveringProviders = {
  /** Verified providers that list the service itself; without a service, all that cover the ZIP code. */
  listed: number;
  /** Those that list only the category of the service: they may or may not do this trade. */
  inCategory: number;
};

/**
 * How many verified providers cover a ZIP code, optionally for one service. Demo providers do not
 * count, as the count is public. A provider's categories may be names or slugs of services or of
 * their groups.
 */
export async function countCoveringProviders(
  db: Database,
  options: {
    zip: string;
    service?: { slug: string; name: string; categoryName: string; categorySlug: string };
    now: Date;
  },
): Promise<CoveringProviders> {
  const { zip, service, now } = options;
  const found = await countCovering.first(db, {
    zip,
    now,
    serviceNames: service ? [service.slug, service.name] : null,
    categoryNames: service ? [service.categoryName, service.categorySlug] : null,
  });
  return found ?? { listed: 0, inCategory: 0 };
}
