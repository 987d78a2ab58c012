import type { JobContext } from "#app/app-context.ts";
import { type Job, NIGHTLY_EVERY_MS } from "#app/lib/job.ts";
import { KEEP_TOKENS_EVERY_MS, POLL_MS } from "./constants.ts";
import { contactSyncTarget } from "./contact-sync/client.server.ts";
import { type HighLevelConfig, highLevelConfig } from "./highlevel/oauth-client.server.ts";
import { reconcileNightly } from "./highlevel/reconcile.server.ts";
import { keepTokensFresh } from "./highlevel/refresh-tokens.server.ts";
import { highLevelTarget } from "./highlevel/target.server.ts";
import { deliverOptOuts } from "./opt-outs/deliver-opt-outs.server.ts";
import { deliverDue } from "./outbox/deliver.server.ts";
import type { DeliveryTarget } from "./outbox/target.server.ts";

/** Jobs that a stored request wakes. */
export const DELIVERY_JOBS = ["deliver", "deliver-highlevel"];

/**
 * Leases and rate windows are shared by all instances, so these jobs measure in the database's
 * time.
 */
const inSharedTime = ({ clock }: JobContext, job: Job): Job => ({
  ...job,
  run: async (signal) => {
    await clock.measure();
    return job.run(signal);
  },
});

const deliveryJob = (context: JobContext, id: string, target: DeliveryTarget): Job =>
  inSharedTime(context, {
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
          onSettled: context.requestFeed.publishChange,
        },
        signal,
      ),
  });

function highLevelJobs(context: JobContext, config: HighLevelConfig): Job[] {
  const timed = { ...context, config, now: context.clock.now };
  return [
    deliveryJob(context, "deliver-highlevel", highLevelTarget(timed)),
    inSharedTime(context, {
      id: "deliver-opt-outs",
      everyMs: POLL_MS,
      run: (signal) => deliverOptOuts({ ...timed, random: Math.random }, signal),
    }),
    inSharedTime(context, {
      id: "keep-tokens",
      everyMs: KEEP_TOKENS_EVERY_MS,
      run: () => keepTokensFresh(timed),
    }),
  ];
}

/** Deliveries to each configured target, opt-outs, tokens and the nightly comparison. */
export function crmJobs(context: JobContext): Job[] {
  const { env, db, log, now, settings, clock } = context;
  const config = highLevelConfig(env);
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
    ...(config ? highLevelJobs(context, config) : []),
  ];
  const { CONTACT_SYNC_URL: url, CONTACT_SYNC_KEY: key, CONTACT_SYNC_SECRET: secret } = env;
  if (url && key && secret) {
    const target = contactSyncTarget({ db, config: { url, key, secret }, now: clock.now });
    jobs.push(deliveryJob(context, "deliver", target));
  } else if (!config)
    log.warn(
      "CONTACT_SYNC_URL is not set: requests are stored and wait; they are delivered when it is set",
    );
  return jobs;
}
