import { buildStaffMailText, type MailFrame, type MailText } from "#app/features/mail/mail-text.ts";

/** What to do about a code of `backup_runs.reason`. */
const BACKUP_ADVICE: Readonly<Record<string, string>> = {
  storage:
    "The object storage refused it or did not respond: look at its status, the key and the bucket.",
  damaged:
    "What was read back is not what was written: look at the log, and at the object storage.",
  schema:
    "A newer release has changed the database: update or stop the workers of the release before.",
  "no-space":
    "A disk is full: that of DATA_DIR, where a backup is downloaded to be read back, or that of the database, where it is restored.",
  "database-down": "The database did not respond: look at its log.",
  interrupted: "The process ended while it was writing: look for a restart, or too little memory.",
};

/** `reason`: why the latest backup failed; null where none was written at all. */
export function composeBackupTrouble(
  { reason, verifiedAt }: { reason: string | null; verifiedAt: Date | null },
  frame: MailFrame,
): MailText {
  return {
    subject: reason ? "The backup failed" : "There is no recent backup",
    text: buildStaffMailText(frame, [
      reason
        ? `The backup to object storage failed. ${BACKUP_ADVICE[reason] ?? "The log says why, in a line that begins with alarm."}`
        : "No backup to object storage was written for a day and a half: look whether a worker runs.",
      "",
      verifiedAt
        ? `The newest verified backup is from ${verifiedAt.toISOString().slice(0, 16).replace("T", " ")} UTC.`
        : "There is no verified backup.",
      "It is tried again every two hours. To try it now, an operator runs: npm run backup -- --to s3",
    ]),
  };
}
