import type { JobContext } from "#app/app-context.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { POLL_MS, REFRESH_TOKENS_EVERY_MS } from "./constants.ts";
import { createContactSyncTarget } from "./contact-sync/client.server.ts";
import { getHighLevelConfig, type HighLevelConfig } from "./highlevel/oauth-client.server.ts";
import { reconcileNightly } from "./highlevel/reconcile.server.ts";
import { refreshExpiringTokens } from "./highlevel/refresh-tokens.server.ts";
import { createHighLevelTarget } from "./highlevel/target.server.ts";
import { deliverOptOuts } from "./opt-outs/deliver-opt-outs.server.ts";
import { deliverDue } from "./outbox/deliver.server.ts";
import type { DeliveryTarget } from "./outbox/delivery-target.server.ts";

/** Jobs that run at once when a request is stored. */
export const DELIVERY_JOBS = ["deliver", "deliver-highlevel"];

/** Leases and rate windows are shared by all instances, so these jobs use the database's clock. */
const withDatabaseClock = ({ clock }: JobContext, job: Job): Job => ({
  ...job,
  run: async (signal) => {
    await clock.measure();
    return job.run(signal);
  },
});

const createDeliveryJob = (context: JobContext, id: string, target: DeliveryTarget): Job =>
  withDatabaseClock(context, {
    id,
    everyMs: POLL_MS,
    run: (signal) =>
      deliverDue(
        {
          db: context.db,
          log: context.log,
          target,
          now: context.clock.now,
          random: Math.random,
          onAttemptStored: context.requestFeed.publishSynced,
        },
        signal,
      ),
  });

function createHighLevelJobs(context: JobContext, config: HighLevelConfig): Job[] {
  const timedContext = { ...context, config, now: context.clock.now };
  return [
    createDeliveryJob(context, "deliver-highlevel", createHighLevelTarget(timedContext)),
    withDatabaseClock(context, {
      id: "deliver-opt-outs",
      everyMs: POLL_MS,
      run: (signal) => deliverOptOuts({ ...timedContext, random: Math.random }, signal),
    }),
    withDatabaseClock(context, {
      id: "keep-tokens",
      everyMs: REFRESH_TOKENS_EVERY_MS,
      run: () => refreshExpiringTokens(timedContext),
    }),
  ];
}

/** Deliveries to each configured target, opt-outs, tokens and the nightly comparison. */
export function crmJobs(context: JobContext): Job[] {
  const { env, db, log, now, settings, clock } = context;
  const config = getHighLevelConfig(env);
  const highLevel = config && { ...context, config };
  const jobs: Job[] = [
    {
      id: "reconcile",
      everyMs: NIGHTLY_EVERY_MS,
      run: async () =>
        reconcileNightly({
          db,
          log,
          now: now(),
          timeZone: (await settings.get()).timeZone,
          highLevel,
        }),
    },
    ...(config ? createHighLevelJobs(context, config) : []),
  ];
  const { CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: key, CONTACT_SYNC_SECRET: secret } = env;
  if (url && key && secret) {
    const target = createContactSyncTarget({ db, config: { url, key, secret }, now: clock.now });
    jobs.push(createDeliveryJob(context, "deliver", target));
  } else if (!config)
    log.warn(
      "CONTACT_SYNC_URL is not set: requests are stored and wait; they are delivered when it is set",
    );
  return jobs;
}
