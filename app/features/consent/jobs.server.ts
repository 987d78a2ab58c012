import type { JobContext } from "#app/app-context.ts";
import type { Job } from "#app/lib/job.ts";
import { sealConsentRecords } from "./seal-chain.server.ts";

const SEAL_EVERY_MS = 1_000;

export function consentJobs({ db, now }: Pick<JobContext, "db" | "now">): Job[] {
  // The first run also seals records that an earlier process did not get to.
  let sweep = true;
  return [
    {
      id: "seal-consent",
      everyMs: SEAL_EVERY_MS,
      async run() {
        await sealConsentRecords(db, { now: now(), sweep });
        sweep = false;
      },
    },
  ];
}
