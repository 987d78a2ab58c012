/** The forms of the profile page, by their intent: each saves one section. */
export const PROFILE_INTENTS = [
  "company",
  "contact",
  "services",
  "areas",
  "zips",
  "job-value",
  "hours",
  "pause",
] as const;
export type ProfileIntent = (typeof PROFILE_INTENTS)[number];
/** What members may do as well: whoever is sick can pause the offers. */
export const MEMBER_INTENTS: readonly string[] = ["pause"] satisfies ProfileIntent[];

/** Fields that were verified: changes of them wait for staff. */
export const COMPANY_FIELDS = [
  "company_name",
  "business_address",
  "business_city",
  "business_state",
  "business_zip",
] as const;
export const CONTACT_FIELDS = ["contact_name", "phone", "contact_email"] as const;

export const MAX_OFFERS_PER_DAY = 50;
/** Longest pause. */
export const MAX_PAUSE_DAYS = 365;
export const FORMS_PER_MINUTE = 30;
export const ADDRESS_CHANGES_PER_HOUR = 3;

/** What a form did, by the code in the address. */
export const DONE_TEXTS: Readonly<Record<string, string>> = {
  saved: "Saved.",
  waiting: "Sent to our team. Until they approve it, your current details stay in use.",
  "saved-waiting":
    "Saved. Changes that need our approval are waiting; the old entries stay in use for those.",
  unchanged: "Nothing was changed.",
  paused:
    "Paused: no new offers until the time shown below. Offers that you have already stay open.",
  resumed: "You take offers again.",
};

/** Changing where we call and mail needs a sign-in within the last hour: links of offers go there. */
export const NEEDS_RECENT_SIGN_IN: readonly string[] = ["contact"] satisfies ProfileIntent[];
export const SIGN_IN_AGAIN_TEXT =
  "Sign in again to do this: it is more than an hour since you did.";

export const CONFLICT_TEXT =
  "Somebody changed this while you had it open, so your entries were not saved. This is how it is now: please look, and change it again.";
