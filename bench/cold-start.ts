import type { Report } from "./report.ts";
import { startSite } from "./site.ts";
import { median } from "./statistics.ts";
import type { Workspace } from "./workspace.ts";

const RUNS = 5;
const TARGET_MS = 1_000;

/**
 * Measures the time from the command to the first page, on a migrated database whose server is
 * stopped.
 */
export async function measureColdStart(workspace: Workspace): Promise<Report> {
  // Creates the database, so that the runs find it migrated.
  await (await startSite(workspace)).stop();
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const started = performance.now();
    const site = await startSite(workspace);
    const response = await fetch(site.url);
    await response.arrayBuffer();
    times.push(Math.round(performance.now() - started));
    await site.stop();
    if (response.status !== 200) throw new Error(`The first page had status ${response.status}.`);
  }
  const ms = median(times);
  return {
    notes: [`${RUNS} runs: ${times.join("; ")} ms; files in the memory of the operating system`],
    lines: [
      {
        what: "start to the first 200 of /",
        value: `${ms} ms`,
        target: `≤ ${TARGET_MS.toLocaleString("en-US")} ms`,
        met: ms <= TARGET_MS,
      },
    ],
  };
}
