import * as build from "virtual:react-router/server-build";
import { readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { processSingleton } from "#app/lib/process-singleton.server.ts";
import { createApp } from "./app.ts";
import { dropLists } from "./content-changes.ts";
import { createAppContext } from "./create-app-context.ts";
import { printFirstLink as printLink } from "./first-link.ts";
import { startNotificationListener } from "./notification-listener.ts";
import { startJobs } from "./run-jobs.ts";
import { seedQuizzes } from "./seed-quizzes.ts";

// Loaded again after each edit; what holds connections is created once.

const env = readEnv();
const context = await createAppContext(env, createLogger(env.LOG_LEVEL));
const jobs = processSingleton("jobs", () => startJobs(context));
const notifications = processSingleton("notifications", () =>
  startNotificationListener({
    context,
    jobs,
    onContentChanged: (affected) => dropLists(context, affected),
  }),
);

processSingleton("seed-quizzes", () => seedQuizzes(context));

export const app = createApp({ build, mode: "development", context });

export const printFirstLink = (origin: string) => printLink(context, origin);

export async function stop(): Promise<void> {
  await jobs.stop();
  await notifications.close();
  await context.close();
}
