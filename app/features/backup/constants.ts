export const BACKUP_FORMAT = "henrys-helpline-backup";
export const BACKUP_VERSION = 1;

/**
 * Tables that are not backed up, and why. Every other table is, including those added later.
 */
export const EXCLUDED_TABLES: Record<string, string> = {
  rate_limits: "UNLOGGED counts of the last minute, which a crash empties too",
  staff_sessions: "a restored site asks everyone to sign in again",
  provider_sessions: "a restored site asks everyone to sign in again",
  provider_sign_ins: "sign-ins that wait for their code, which last fifteen minutes",
  staff_verifications: "sign-ins between password and code, which last ten minutes",
  staff_password_attempts: "delays of at most fifteen minutes after wrong passwords",
  staff_used_codes: "codes that are valid for half a minute",
};

/** Rows that are read or written in one batch. */
export const BATCH_ROWS = 1_000;
