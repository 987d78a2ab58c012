/**
 * What a provider changes there waits for staff: fields of a profile that were verified, and an address for offers that is none of the
 * provider's people.
 */
export const REVIEWED_FIELDS = [
  "company_name",
  "business_address",
  "business_city",
  "business_state",
  "business_zip",
  "service_categories",
  "contact_email",
] as const;
export type ReviewedField = (typeof REVIEWED_FIELDS)[number];
export const REVIEWED_LABELS: Record<ReviewedField, string> = {
  company_name: "Company name",
  business_address: "Business address",
  business_city: "City",
  business_state: "State",
  business_zip: "ZIP",
  service_categories: "Services to add",
  contact_email: "Email for offers",
};
/** What staff should check before they approve a change. */
export const REVIEW_HINTS: Partial<Record<ReviewedField, string>> = {
  contact_email:
    "None of the company's people has this address. Emails to it have links that show customers' names, phone numbers and addresses: call the company first, and read it out letter by letter.",
};

/** Longest reason of a refusal. */
export const REASON_LENGTH = 300;
