import { sqlStatement, t } from "#app/lib/sql-statement.server.ts";
import type { toProviderColumns } from "../profile/save-profile.server.ts";

type ImportedProvider = ReturnType<typeof toProviderColumns> & { id: string; createdAt: Date };

/** Inserts up to thousands of providers at once; the rest of their columns has its defaults. */
export const insertProviders = sqlStatement({
  params: { providers: t.jsonb<readonly ImportedProvider[]>() },
  row: {},
  sql: `
    insert into providers (
      id, company_name, contact_name, phone, contact_email, business_address, business_city,
      business_state, business_zip, service_categories, service_area_zips, verification_status,
      verified_until, created_at
    )
    select * from jsonb_to_recordset(:providers) as p (
      id uuid, "companyName" text, "contactName" text, phone text, "contactEmail" text,
      "businessAddress" text, "businessCity" text, "businessState" text, "businessZip" text,
      "serviceCategories" text[], "serviceAreaZips" text[], "verificationStatus" text,
      "verifiedUntil" timestamptz, "createdAt" timestamptz
    )`,
});

/**
 * Providers with one of the company names, in any case. Also compares the names as they are written,
 * as JavaScript and PostgreSQL differ in the lower case of some letters.
 */
export const listProvidersByName = sqlStatement({
  params: { names: t.textArray(), lowerCaseNames: t.textArray() },
  row: { company_name: t.text(), phone: t.text() },
  sql: `
    select company_name, phone from providers
    where lower(company_name) = any(:lowerCaseNames::text[]) or company_name = any(:names::text[])`,
});
