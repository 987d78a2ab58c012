import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";

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

/** Rows that are read or written in one batch, at most. */
export const BATCH_ROWS = 1_000;
/** Characters of a batch, unless one row has more: a photo is a million, and memory is limited. */
export const BATCH_CHARACTERS = 2_000_000;

/** Of backups in object storage, the newest of so many days, weeks and months with one stay. */
export const KEPT_DAYS = 7;
export const KEPT_WEEKS = 4;
export const KEPT_MONTHS = 12;

/** A part of a backup is one object: so much is in memory at a time. */
export const PART_BYTES = 8 * 1024 * 1024;
/** For one attempt to send a part. */
export const PART_MS = MINUTE_MS;

/** After a night that failed, the backup is tried again this much later. */
export const RETRY_AFTER_MS = 2 * HOUR_MS;
/** The newest verified backup is older than this: staff get a mail. */
export const OVERDUE_MS = 36 * HOUR_MS;
/** Records of runs are deleted after this. */
export const KEEP_RUNS_MS = 400 * DAY_MS;
