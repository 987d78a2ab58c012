import * as build from "virtual:react-router/server-build";
import { readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { once } from "#app/lib/process-singleton.server.ts";
import { createApp } from "./app.ts";
import { createServices } from "./create-app-context.ts";
import { listenForNews } from "./news.ts";
import { addStarters } from "./seed-quizzes.ts";
import { startWorkers } from "./workers.ts";

// Loaded anew after each edit; what holds connections is made once.

const env = readEnv();
const services = await createServices(env, createLogger(env.LOG_LEVEL));
const workers = once("workers", () => startWorkers(services));
const news = once("news", () =>
  listenForNews({
    services,
    workers,
    onContentChanged: () => {
      services.settings.drop();
      services.quizzes.drop();
      services.articles.drop();
    },
  }),
);

once("starters", () => addStarters(services));

export const app = createApp({ build, mode: "development", services });

export async function stop(): Promise<void> {
  await workers.stop();
  await news.close();
  await services.close();
}
