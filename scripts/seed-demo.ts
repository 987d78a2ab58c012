// Fills the database with a realistic year of demo data: npm run seed:demo -- [--requests 4000]
// [--seed 1] [--force]
import { parseArgs } from "node:util";
import { listDemoServices } from "#app/features/demo/demo-services.server.ts";
import { refreshStatistics, seedDemo } from "#app/features/demo/seed-demo.server.ts";
import { readOptions } from "./read-options.ts";
import { withDatabase } from "./with-database.ts";

const USAGE = "npm run seed:demo -- [--requests 4000] [--seed 1] [--force]";
const MAX_REQUESTS = 5_000_000;
const PROGRESS_EVERY = 100_000;

const options = readOptions(USAGE, () => {
  const { values } = parseArgs({
    options: {
      requests: { type: "string", default: "4000" },
      seed: { type: "string", default: "1" },
      force: { type: "boolean" },
    },
  });
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (!Number.isInteger(requests) || requests < 0 || requests > MAX_REQUESTS)
    throw new Error(`--requests takes a number from 0 to ${MAX_REQUESTS}.`);
  if (!Number.isInteger(seed) || seed < 0) throw new Error("--seed takes a whole number.");
  return { requests, seed, force: values.force ?? false };
});

if (options) {
  await withDatabase(async (db) => {
    const started = performance.now();
    const onProgress = (done: number) => {
      if (done % PROGRESS_EVERY === 0 && done > 0)
        console.log(`${done.toLocaleString("en-US")} requests`);
    };
    const result = await seedDemo(
      { db, actor: "command-line", now: new Date() },
      { ...options, services: listDemoServices(), onProgress },
    );
    if (!result.ok)
      throw new Error(
        "The database contains requests of real people, so nothing was changed; --force adds demo data anyway.",
      );
    await refreshStatistics(db);
    console.table(result.rows);
    console.log(
      `Done in ${((performance.now() - started) / 1_000).toFixed(1)} s. Every row is marked as demo; none is ever delivered.`,
    );
  });
}
