export const LIST_PATH = "/backyard/providers";
export const PAGE_SIZE = 50;
/** Categories that a row of the list names; the others are counted. */
export const SHOWN_CATEGORIES = 2;

export const STATUSES = ["pending", "verified", "rejected", "expired"] as const;
export type ProviderStatus = (typeof STATUSES)[number];
export const STATUS_LABELS: Record<ProviderStatus, string> = {
  pending: "Pending",
  verified: "Verified",
  rejected: "Rejected",
  expired: "Expired",
};
/** Providers with something to check that the list names. */
export const SHOWN_TO_CHECK = 20;

export const TABS = [
  "profile",
  "settings",
  "billing",
  "performance",
  "verification",
  "people",
] as const;
export type Tab = (typeof TABS)[number];
export const TAB_LABELS: Record<Tab, string> = {
  profile: "Profile",
  settings: "Settings",
  billing: "Billing",
  performance: "Performance",
  verification: "Verification",
  people: "People",
};

export const STATUS_FAILED = "Failed to update provider status";
export const PROFILE_SAVED = "Provider profile updated successfully";
export const PROFILE_FAILED = "Failed to update provider profile";
export const SETTINGS_SAVED = "Provider settings updated successfully";
export const SETTINGS_FAILED = "Failed to update provider settings";
export const CREATE_FAILED = "Failed to create provider";
export const SUCCESS_TOAST_MS = 3_000;

export const NAME_LENGTH = 120;
export const PHONE_LENGTH = 40;
export const EMAIL_LENGTH = 254;
export const ADDRESS_LENGTH = 200;
export const CITY_LENGTH = 100;
export const STATE_LENGTH = 2;
export const URL_LENGTH = 500;
export const MAX_AMOUNT = 1_000_000;
export const MAX_CATEGORIES = 80;
export const MAX_ZIPS = 5_000;

export const MAX_KEYS = 20;
export const KEY_NAME_LENGTH = 40;
/** The last four characters of a secret are shown, which would reveal too much of a shorter one. */
export const SECRET_MIN_LENGTH = 12;
export const SECRET_LENGTH = 2_000;
export const SHOWN_SECRET_CHARACTERS = 4;

export const CHECKS = ["license", "insurance", "identity", "background", "references"] as const;
export type Check = (typeof CHECKS)[number];
export const CHECK_LABELS: Record<Check, string> = {
  license: "License",
  insurance: "Insurance",
  identity: "Identity",
  background: "Background",
  references: "References",
};
/** A provider is proposed as verified only with valid evidence for each of these. */
export const REQUIRED_CHECKS = ["license", "insurance"] as const satisfies readonly Check[];
export const EXPIRY_WARNING_DAYS = 30;
export const EVIDENCE_LENGTH = 300;
export const MAX_EVIDENCE = 50;

export const RECENT_JOBS = 5;
export const TREND_WEEKS = 12;
/** Credit changes that the Billing tab lists. */
export const SHOWN_ENTRIES = 10;

export const MAX_IMPORT_ROWS = 2_000;
/** A line with more cells is not from a provider file. */
export const MAX_IMPORT_COLUMNS = 100;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** The file, with the boundaries and fields around it. */
export const MAX_IMPORT_BODY_BYTES = MAX_IMPORT_BYTES + 64 * 1024;
export const IMPORT_TOO_LARGE = "The file is too large: 10 MB is the limit.";
/** Problems listed for one row, so that a long report stays readable. */
export const MAX_ROW_PROBLEMS = 3;
