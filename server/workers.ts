import { sealConsentRecords } from "#app/features/consent/seal-chain.server.ts";
import { POLL_MS } from "#app/features/crm/constants.ts";
import { deliverDue } from "#app/features/crm/deliver.server.ts";
import { NOTIFY_EVERY_MS } from "#app/features/notifications/constants.ts";
import { createNotifyStaff } from "#app/features/notifications/jobs.server.ts";
import { retainNightly } from "#app/features/requests/retain.server.ts";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { pruneRateLimits } from "#app/lib/rate-limit.server.ts";
import type { RunningServices } from "./services.ts";

const SEAL_EVERY_MS = 1_000;
/** Looks whether the night has come; the work is done once a night. */
const RETAIN_EVERY_MS = 15 * 60_000;
const PRUNE_EVERY_MS = 10 * 60_000;

type Worker = {
  name: string;
  everyMs: number;
  run: (signal: AbortSignal) => Promise<unknown>;
};

/** The one list of what runs beside the requests. */
function listWorkers(services: RunningServices): Worker[] {
  const { env, db, log, now, settings } = services;
  let sweep = true;
  const workers: Worker[] = [
    {
      name: "seal-consent",
      everyMs: SEAL_EVERY_MS,
      async run() {
        await sealConsentRecords(db, { now: now(), sweep });
        sweep = false;
      },
    },
    { name: "prune-rate-limits", everyMs: PRUNE_EVERY_MS, run: () => pruneRateLimits(db.$client, now()) },
    { name: "notify-staff", everyMs: NOTIFY_EVERY_MS, run: createNotifyStaff(services) },
    {
      name: "retain",
      everyMs: RETAIN_EVERY_MS,
      run: async (signal) => retainNightly(db, { now: now(), timeZone: (await settings.get()).timeZone, signal }),
    },
  ];
  if (env.CONTACT_SYNC_URL && env.CONTACT_SYNC_KEY && env.CONTACT_SYNC_SECRET) {
    const config = { url: env.CONTACT_SYNC_URL, key: env.CONTACT_SYNC_KEY, secret: env.CONTACT_SYNC_SECRET };
    workers.push({ name: "deliver", everyMs: POLL_MS, run: (signal) => deliverDue({ db, config, log, now, random: Math.random }, signal) });
  } else log.warn("CONTACT_SYNC_URL is not set: requests are stored and wait; they are delivered when it is set");
  return workers;
}

export type RunningWorkers = {
  /** Runs a worker now instead of at its next turn. */
  wake: (name: string) => void;
  /** Lets running turns end, then resolves. */
  stop: () => Promise<void>;
};

/** Runs each worker again and again, one turn at a time; a turn that fails is logged and tried again. */
export function startWorkers(services: RunningServices): RunningWorkers {
  const abort = new AbortController();
  const wakers = new Map<string, () => void>();

  const loop = async (worker: Worker) => {
    while (!abort.signal.aborted) {
      let woken = false;
      wakers.set(worker.name, () => {
        woken = true;
      });
      try {
        await worker.run(abort.signal);
      } catch (error) {
        services.log[isDatabaseDown(error) ? "warn" : "error"]({ worker: worker.name, err: error }, "a worker's turn failed; it is tried again");
      }
      if (woken || abort.signal.aborted) continue;
      await new Promise<void>((go) => {
        const timer = setTimeout(go, worker.everyMs);
        wakers.set(worker.name, () => {
          clearTimeout(timer);
          go();
        });
      });
    }
  };

  const loops = listWorkers(services).map(loop);
  return {
    wake: (name) => wakers.get(name)?.(),
    async stop() {
      abort.abort();
      for (const wake of wakers.values()) wake();
      await Promise.all(loops);
    },
  };
}
