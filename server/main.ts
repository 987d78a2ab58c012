import { setTimeout as wait } from "node:timers/promises";
import { readRelease, recordStart } from "#app/features/upgrades/releases.server.ts";
import { type Env, EnvError, readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { createAppContext, type RunningAppContext } from "./create-app-context.ts";
import { printFirstLink } from "./first-link.ts";
import { startNotificationListener } from "./notification-listener.ts";
import { startJobs } from "./run-jobs.ts";
import { readBuiltSeedQuizzes, seedQuizzes } from "./seed-quizzes.ts";
import { createSite } from "./site.ts";
import { listenForStopSignals, STOP_DEADLINE_MS, waitUntilQuiet } from "./stop-signals.ts";

const DRAIN_DELAY_MS = 1_000;

const isTelemetryOn = (env: Env) =>
  env.OTEL_SDK_DISABLED === "false" &&
  [
    env.OTEL_EXPORTER_OTLP_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
  ].some((address) => address !== undefined);

function describeRelease(): string {
  const { version, commit } = readRelease();
  return commit ? `${version}+${commit.slice(0, 12)}` : version;
}

/** Loaded only where they are used: 300 KB of code that most sites never need. */
async function openTelemetry({ env, log, metrics }: RunningAppContext) {
  const { startTelemetry } = await import("./telemetry.ts");
  return startTelemetry({ env, log, registry: metrics, version: describeRelease() });
}
async function openErrorReporter(env: Env) {
  const { createErrorReporter } = await import("./error-reports.ts");
  return createErrorReporter({ env, version: describeRelease(), root: process.cwd() });
}

async function main() {
  const env = readEnv();
  const reporter = env.SENTRY_DSN ? await openErrorReporter(env) : null;
  const log = createLogger(env.LOG_LEVEL, reporter?.report);
  const signals = listenForStopSignals();
  const context = await createAppContext(env, log);
  if (signals.received()) {
    // The embedded database that was just started must not stay behind.
    await context.close();
    process.exit(0);
  }
  const telemetry = isTelemetryOn(env) ? await openTelemetry(context) : null;
  // For `npm run upgrade-check` alone: a database that fails now must not end the start.
  recordStart(context.db, { ...readRelease(), now: context.now() }).catch((error: unknown) =>
    log.warn({ err: error }, "the start of this release could not be recorded"),
  );
  const site = createSite(context);
  const jobs = env.ROLE === "web" ? undefined : startJobs(context);
  const notifications = startNotificationListener({
    context,
    jobs,
    onContentChanged: site.dropAffected,
  });

  const stop = async (drainMs: number) => {
    if (context.isStopping()) return;
    context.stop();
    setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    // Load balancers see /readyz fail before the listener closes.
    await wait(drainMs);
    await waitUntilQuiet(site.countOpenResponses);
    await site.close();
    await jobs?.stop();
    await notifications.close();
    // Its last metrics are read from the database.
    await telemetry?.stop();
    await context.close();
    await reporter?.stop();
    process.exit(0);
  };
  signals.onSignal((signal) => void stop(signal === "SIGTERM" ? DRAIN_DELAY_MS : 0));

  if (env.ROLE === "worker") {
    if (env.WORKER_PORT !== undefined) await site.listenForProbes(env.WORKER_PORT);
    seedQuizzes(context, readBuiltSeedQuizzes());
    return log.info("the worker runs its jobs");
  }
  const origin = await site.listen();
  console.log(`\n  Henry's Helpline runs on ${origin}\n`);
  // A database that fails now must not end a server that listens: `npm run staff` creates the link
  // as well.
  await printFirstLink(context, origin).catch((error: unknown) =>
    log.warn({ err: error }, "could not check whether a first superadmin is needed"),
  );
  seedQuizzes(context, readBuiltSeedQuizzes());
  site.warm(0);
}

main().catch((error: NodeJS.ErrnoException) => {
  if (error instanceof EnvError) console.error(error.message);
  else if (error.code === "EADDRINUSE")
    console.error(
      "PORT is not usable: another program listens there; stop it or set PORT to another number.",
    );
  else console.error(error.message);
  process.exit(1);
});
