import type { JobContext } from "#app/app-context.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { CLAIMS_ACTOR } from "./constants.ts";
import { switchClaimsNightly } from "./switch-claims.server.ts";

/** Switches the wording of claims by their evidence, where the setting asks for it. */
export const claimJobs = ({ db, now, settings }: JobContext): Job[] => [
  {
    id: "switch-claims",
    everyMs: NIGHTLY_EVERY_MS,
    run: async () =>
      switchClaimsNightly(
        { db, actor: CLAIMS_ACTOR, now: now() },
        { timeZone: (await settings.get()).timeZone },
      ),
  },
];
