/** Fields of a profile that were verified: what a provider changes there waits for staff. */
export const REVIEWED_FIELDS = [
  "company_name",
  "business_address",
  "business_city",
  "business_state",
  "business_zip",
  "service_categories",
] as const;
export type ReviewedField = (typeof REVIEWED_FIELDS)[number];
export const REVIEWED_LABELS: Record<ReviewedField, string> = {
  company_name: "Company name",
  business_address: "Business address",
  business_city: "City",
  business_state: "State",
  business_zip: "ZIP",
  service_categories: "Services to add",
};

/** Longest reason of a refusal. */
export const REASON_LENGTH = 300;
