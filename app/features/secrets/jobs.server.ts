import type { JobContext } from "#app/app-context.ts";
import { getKeyVersion } from "#app/lib/contact-keys.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/lib/durations.ts";
import type { Job } from "#app/lib/job.ts";
import { upgradeHashes } from "./upgrade-hashes.server.ts";
import { findNewestVersion } from "./upgrade-hashes.sql.ts";

/**
 * Upgrades what a process wrote that was started before the secret was rotated; such a process
 * raises an alarm instead.
 */
export const secretJobs = ({ db, log, now, contactKeys }: JobContext): Job[] => [
  {
    id: "upgrade-hashes",
    everyMs: MINUTE_MS,
    run: async (signal) => {
      const newest = (await findNewestVersion.first(db, {}))?.version ?? 1;
      if (newest > getKeyVersion(contactKeys))
        return log.error("alarm: APP_SECRET was rotated; restart this process with the new one");
      const since = new Date(now().getTime() - HOUR_MS);
      return upgradeHashes(db, { keys: contactKeys, since, signal });
    },
  },
];
