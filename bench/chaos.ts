// Breaks things on purpose and measures whether leads are lost: npm run chaos -- [--quick]
// [--only kill,keys]
import { parseArgs } from "node:util";
import { MINUTE_MS } from "#app/lib/durations.ts";
import { build, isBuilt } from "../scripts/build.ts";
import { breakCluster } from "./chaos/cluster-faults.ts";
import { recoverCrm } from "./chaos/crm-recovery.ts";
import { slowCrm } from "./chaos/crm-slowdown.ts";
import { killDatabase } from "./chaos/database-kills.ts";
import { drainServer } from "./chaos/drains.ts";
import { holdConnections } from "./chaos/held-connections.ts";
import { sendHostileHeaders } from "./chaos/hostile-headers.ts";
import type { ChaosResult, PartOptions } from "./chaos/metrics.ts";
import { sendRandomRequests } from "./chaos/random-requests.ts";
import { repeatKeys } from "./chaos/repeated-keys.ts";
import { storePayloads } from "./chaos/script-payloads.ts";
import { floodSearch } from "./chaos/search-flood.ts";
import { killServer } from "./chaos/server-kills.ts";
import { closeWorkspace } from "./chaos/site.ts";
import { killWorkers } from "./chaos/worker-kills.ts";

const DEADLINE_MS = 20 * MINUTE_MS;

type Part = (options: PartOptions) => Promise<ChaosResult[]>;

/**
 * Stages run one after the other. Parts of one stage run in parallel: they mostly wait, and none of
 * their metrics is a speed.
 */
const STAGES: Record<string, Part>[] = [
  { kill: killServer },
  { database: killDatabase },
  { keys: repeatKeys },
  { crm: slowCrm },
  { crm: recoverCrm, worker: killWorkers, random: sendRandomRequests, payloads: storePayloads },
  { headers: sendHostileHeaders },
  { flood: floodSearch },
  { connections: holdConnections },
  { sigterm: drainServer },
  { cluster: breakCluster },
];

function readOptions() {
  const { values } = parseArgs({
    options: { only: { type: "string" }, quick: { type: "boolean", default: false } },
  });
  const known = new Set(STAGES.flatMap((stage) => Object.keys(stage)));
  const names = values.only?.split(",").map((name) => name.trim()) ?? [...known];
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`There is no part named "${unknown}"; the parts are ${[...known].join(", ")}.`);
  return { names, quick: values.quick };
}

async function main() {
  const { names, quick } = readOptions();
  // A restart is measured without the build that a first start may need.
  if (!isBuilt()) await build();
  for (const stage of STAGES) {
    const parts = Object.entries(stage).filter(([name]) => names.includes(name));
    await Promise.all(parts.map(([, part]) => part({ quick }).then(print)));
  }
}

function print(rows: readonly ChaosResult[]): void {
  for (const { name, result, met } of rows) {
    if (!met) process.exitCode = 1;
    console.log(`${met ? "met    " : "NOT met"}  ${name}: ${result}`);
  }
}

async function exitWithError(reason: string) {
  console.error(reason);
  await closeWorkspace();
  process.exit(1);
}

setTimeout(
  () => void exitWithError("NOT met  the run took longer than twenty minutes."),
  DEADLINE_MS,
).unref();
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void exitWithError("Interrupted."));
await main().catch((error: Error) => exitWithError(error.stack ?? error.message));
await closeWorkspace();
