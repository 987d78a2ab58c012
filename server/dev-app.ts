import * as build from "virtual:react-router/server-build";
import { readEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { once } from "#app/lib/once.server.ts";
import { createApp } from "./app.ts";
import { createServices } from "./services.ts";
import { startWorkers } from "./workers.ts";

// Loaded anew after each edit; what holds connections is made once.

const env = readEnv();
const services = await createServices(env, createLogger(env.LOG_LEVEL));
const workers = once("workers", () => startWorkers(services));

export const app = createApp({ build, mode: "development", services });

export async function stop(): Promise<void> {
  await workers.stop();
  await services.close();
}
