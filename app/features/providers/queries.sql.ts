import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";

/**
 * Counts verified providers that cover a ZIP code: those that list the service by one of its names,
 * and those that list only its category. Without a service all count as listed.
 */
export const countCovering = sqlStatement({
  name: "count-covering-providers",
  params: {
    zip: t.text(),
    now: t.instant(),
    serviceNames: t.orNull(t.textArray()),
    categoryNames: t.orNull(t.textArray()),
  },
  row: { listed: t.integer(), inCategory: t.integer() },
  sql: `
    select count(*) filter (where lists_service)::int as listed,
      count(*) filter (where not lists_service)::int as "inCategory"
    from (
      select coalesce(service_categories && :serviceNames::text[], true) as lists_service
      from providers
      where not is_demo and service_area_zips @> array[:zip::text]
        and verification_status = 'verified'
        and (verified_until is null or verified_until > :now)
        and (:serviceNames::text[] is null
          or service_categories && (:serviceNames::text[] || :categoryNames::text[]))
    ) covering`,
});
