import type { Database } from "#app/db/client.server.ts";

export type CoveringProviders = {
  /**
   * Verified providers that list the service itself; where no service is asked for, all that cover
   * the ZIP code.
   */
  listed: number;
  /** Those that list only the category of the service: they may or may not do this trade. */
  inCategory: number;
};

/**
 * How many verified providers cover a ZIP code, for a service where one is named. Demo providers do
 * not count: the public sees it. A provider's categories may hold names or slugs of services or of
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
  const { rows } = await db.$client.query<CoveringProviders>({
    name: "count-covering-providers",
    text: `select count(*) filter (where lists_service)::int as listed, count(*) filter (where not lists_service)::int as "inCategory"
      from (select coalesce(service_categories && $3::text[], true) as lists_service from providers
        where not is_demo and service_area_zips @> array[$1::text] and verification_status = 'verified' and (verified_until is null or verified_until > $2)
          and ($3::text[] is null or service_categories && ($3::text[] || $4::text[]))) covering`,
    values: [
      zip,
      now,
      service ? [service.slug, service.name] : null,
      service ? [service.categoryName, service.categorySlug] : null,
    ],
  });
  return rows[0] ?? { listed: 0, inCategory: 0 };
}
