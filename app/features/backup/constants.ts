export const BACKUP_FORMAT = "henrys-helpline-backup";
export const BACKUP_VERSION = 1;

/**
 * Tables that no backup has, and why they are not needed. It has every other table, also one that
 * is added later.
 */
export const EXCLUDED_TABLES: Record<string, string> = {
  rate_limits: "UNLOGGED windows of a minute; a crash empties them too",
  staff_sessions: "a restored site asks everyone to sign in again",
  staff_verifications: "what lies between password and code, ten minutes long",
  staff_password_tries: "waits of at most fifteen minutes after wrong passwords",
  staff_used_codes: "codes that work for half a minute only",
};

/** Rows that are read or written at once. */
export const ROWS_AT_ONCE = 1_000;
