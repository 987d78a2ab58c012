import { createArticleHandler } from "#app/features/advertorials/generate-article.server.ts";
import { GENERATE_EVERY_MS, GENERATION_LANES } from "#app/features/ai/constants.ts";
import { runJobs } from "#app/features/ai/run-jobs.server.ts";
import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { KEEP_TOKENS_EVERY_MS, POLL_MS } from "#app/features/crm/constants.ts";
import { contactSyncTarget } from "#app/features/crm/contact-sync/client.server.ts";
import { highLevelConfig } from "#app/features/crm/highlevel/oauth-client.server.ts";
import { reconcileNightly } from "#app/features/crm/highlevel/reconcile.server.ts";
import {
  type HighLevelServices,
  keepTokensFresh,
} from "#app/features/crm/highlevel/refresh-tokens.server.ts";
import { highLevelTarget } from "#app/features/crm/highlevel/target.server.ts";
import { deliverOptOuts } from "#app/features/crm/opt-outs/deliver-opt-outs.server.ts";
import { type DeliveryOptions, deliverDue } from "#app/features/crm/outbox/deliver.server.ts";
import {
  FIND_ORPHANED_FILES_EVERY_MS,
  findOrphanedFiles,
  REMOVE_IMAGES_EVERY_MS,
  removeImages,
} from "#app/features/media/jobs.server.ts";
import { NOTIFY_EVERY_MS } from "#app/features/notifications/constants.ts";
import { createNotifyStaff } from "#app/features/notifications/jobs.server.ts";
import { continueOffers } from "#app/features/offers/continue-offers.server.ts";
import { refundBadLeads } from "#app/features/offers/refund-bad-leads.server.ts";
import { retainNightly } from "#app/features/privacy/run-retention.server.ts";
import { proposeNightly } from "#app/features/providers/verification/propose-statuses.server.ts";
import { createQuizHandlers } from "#app/features/quizzes/generation/generate-quiz.server.ts";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import type { Logger } from "#app/lib/logger.server.ts";
import { pruneRateLimits } from "#app/lib/rate-limit.server.ts";
import { createSharedClock, type SharedClock } from "#app/lib/shared-clock.server.ts";
import type { RunningAppContext } from "./create-app-context.ts";

const SEAL_EVERY_MS = 1_000;
/** Looks whether the night has come; the work is done once a night. */
const OFFERS_EVERY_MS = 30_000;
const REFUND_EVERY_MS = 5 * MINUTE_MS;
const NIGHTLY_EVERY_MS = 15 * MINUTE_MS;
const DELIVERIES = ["deliver", "deliver-highlevel"];
const PRUNE_EVERY_MS = 10 * MINUTE_MS;
/** A turn that failed is tried again after so long, however seldom the worker has a turn. */
const RETRY_MS = 10_000;

type Worker = {
  name: string;
  /** So many turns of it at once. */
  lanes?: number;
  everyMs: number;
  run: (signal: AbortSignal) => Promise<unknown>;
};

/** The one list of what runs beside the requests. */
function listWorkers(services: RunningAppContext): Worker[] {
  const { env, db, log, now, settings } = services;
  const config = highLevelConfig(env);
  const highLevel = config && { ...services, config };
  const clock = createSharedClock({ pool: db.$client, log, now });
  const delivery = {
    db,
    log,
    now: clock.now,
    random: Math.random,
    onSettled: services.requestFeed.announceChange,
  };
  let sweep = true;
  const generation = { pool: db.$client, env, settings };
  const workers: Worker[] = [
    {
      name: "seal-consent",
      everyMs: SEAL_EVERY_MS,
      async run() {
        await sealConsentRecords(db, { now: now(), sweep });
        sweep = false;
      },
    },
    {
      name: "prune-rate-limits",
      everyMs: PRUNE_EVERY_MS,
      run: () => pruneRateLimits(db.$client, now()),
    },
    { name: "notify-staff", everyMs: NOTIFY_EVERY_MS, run: createNotifyStaff(services) },
    { name: "offers", everyMs: OFFERS_EVERY_MS, run: (signal) => continueOffers(services, signal) },
    {
      name: "refund-bad-leads",
      everyMs: REFUND_EVERY_MS,
      run: () => refundBadLeads(db.$client, now()),
    },
    {
      name: "remove-images",
      everyMs: REMOVE_IMAGES_EVERY_MS,
      run: (signal) => removeImages(services, signal),
    },
    {
      name: "find-orphaned-files",
      everyMs: FIND_ORPHANED_FILES_EVERY_MS,
      run: () => findOrphanedFiles(services),
    },
    {
      name: "generate",
      everyMs: GENERATE_EVERY_MS,
      lanes: GENERATION_LANES,
      run: (signal) =>
        runJobs(
          {
            pool: db.$client,
            log,
            now,
            handlers: {
              ...createQuizHandlers(generation),
              advertorial: createArticleHandler(generation),
            },
          },
          signal,
        ),
    },
    {
      name: "retain",
      everyMs: NIGHTLY_EVERY_MS,
      run: async (signal) =>
        retainNightly(db, { now: now(), timeZone: (await settings.get()).timeZone, signal }),
    },
    {
      name: "propose-statuses",
      everyMs: NIGHTLY_EVERY_MS,
      run: async (signal) =>
        proposeNightly(db.$client, {
          now: now(),
          timeZone: (await settings.get()).timeZone,
          signal,
        }),
    },
    {
      name: "reconcile",
      everyMs: NIGHTLY_EVERY_MS,
      run: async () =>
        reconcileNightly({
          pool: db.$client,
          log,
          now: now(),
          timeZone: (await settings.get()).timeZone,
          highLevel,
        }),
    },
    ...(highLevel ? highLevelWorkers({ ...highLevel, now: clock.now }, delivery, clock) : []),
  ];
  if (env.CONTACT_SYNC_URL && env.CONTACT_SYNC_KEY && env.CONTACT_SYNC_SECRET) {
    const config = {
      url: env.CONTACT_SYNC_URL,
      key: env.CONTACT_SYNC_KEY,
      secret: env.CONTACT_SYNC_SECRET,
    };
    const target = contactSyncTarget({ db, config, now: clock.now });
    workers.push({
      name: "deliver",
      everyMs: POLL_MS,
      run: inTime(clock, (signal) => deliverDue({ ...delivery, target }, signal)),
    });
  } else if (!highLevel)
    log.warn(
      "CONTACT_SYNC_URL is not set: requests are stored and wait; they are delivered when it is set",
    );
  return workers;
}

/**
 * Leases and rate windows are shared by all instances, and so is the time that they are measured
 * in.
 */
const inTime =
  (clock: SharedClock, run: Worker["run"]): Worker["run"] =>
  async (signal) => {
    await clock.measure();
    return run(signal);
  };

function highLevelWorkers(
  services: HighLevelServices,
  delivery: Omit<DeliveryOptions, "target">,
  clock: SharedClock,
): Worker[] {
  const target = highLevelTarget(services);
  return [
    {
      name: "deliver-highlevel",
      everyMs: POLL_MS,
      run: inTime(clock, (signal) => deliverDue({ ...delivery, target }, signal)),
    },
    {
      name: "deliver-stops",
      everyMs: POLL_MS,
      run: inTime(clock, (signal) => deliverOptOuts({ ...services, random: Math.random }, signal)),
    },
    {
      name: "keep-tokens",
      everyMs: KEEP_TOKENS_EVERY_MS,
      run: inTime(clock, () => keepTokensFresh(services)),
    },
  ];
}

export type RunningWorkers = {
  /** Runs a worker now instead of at its next turn. */
  wake: (name: string) => void;
  /** Deliveries look now instead of at their next turn. */
  notifyOutbox: () => void;
  /** Lets running turns end, then resolves. */
  stop: () => Promise<void>;
};

export const startWorkers = (services: RunningAppContext): RunningWorkers =>
  runWorkers(listWorkers(services), services.log);

/**
 * Runs each worker again and again, one turn at a time; a turn that fails is logged and tried again
 * soon.
 */
export function runWorkers(
  workers: readonly Worker[],
  log: Pick<Logger, "warn" | "error">,
): RunningWorkers {
  const abort = new AbortController();
  const notifyChannels = new Map<string, () => void>();

  const loop = async (worker: Worker, lane: string) => {
    while (!abort.signal.aborted) {
      let woken = false;
      let pauseMs = worker.everyMs;
      notifyChannels.set(lane, () => {
        woken = true;
      });
      try {
        await worker.run(abort.signal);
      } catch (error) {
        pauseMs = Math.min(pauseMs, RETRY_MS);
        log[isDatabaseDown(error) ? "warn" : "error"](
          { worker: worker.name, err: error },
          "a worker's turn failed; it is tried again",
        );
      }
      if (woken || abort.signal.aborted) continue;
      await new Promise<void>((go) => {
        const timer = setTimeout(go, pauseMs);
        notifyChannels.set(lane, () => {
          clearTimeout(timer);
          go();
        });
      });
    }
  };

  const loops = workers.flatMap((worker) =>
    Array.from({ length: worker.lanes ?? 1 }, (_, lane) => loop(worker, `${worker.name}/${lane}`)),
  );
  const wake = (name: string) => {
    for (const [lane, wakeLane] of notifyChannels) if (lane.startsWith(`${name}/`)) wakeLane();
  };
  return {
    wake,
    notifyOutbox: () => DELIVERIES.forEach(wake),
    async stop() {
      abort.abort();
      for (const wake of notifyChannels.values()) wake();
      await Promise.all(loops);
    },
  };
}
