import type { Database } from "#app/db/client.server.ts";

/**
 * How many verified providers cover a ZIP code, for a service where one is named. Demo providers do not count: the public sees it.
 * A provider's categories may hold names or slugs of services or of their groups.
 */
export async function countCoveringProviders(
  db: Database,
  options: { zip: string; service?: { slug: string; name: string; categoryName: string; categorySlug: string }; now: Date },
): Promise<number> {
  const { zip, service, now } = options;
  const { rows } = await db.$client.query<{ providers: number }>({
    name: "count-covering-providers",
    text: `select count(*)::int as providers from providers
      where not is_demo and service_area_zips @> array[$1::text] and verification_status = 'verified' and (verified_until is null or verified_until > $2)
        and ($3::text[] is null or service_categories && $3::text[])`,
    values: [zip, now, service ? [service.slug, service.name, service.categoryName, service.categorySlug] : null],
  });
  return rows[0]?.providers ?? 0;
}
