import { waitUntilSettled } from "../site.ts";
import { call } from "./http-call.ts";
import { type ChaosResult, formatSeconds, type PartOptions } from "./metrics.ts";
import { readCpuSeconds, withSite } from "./site.ts";

/** Near the maximum that the HTTP server accepts. */
const HEADER_LENGTH = 15_000;
const MAX_CPU_MS = 5;
const HEADERS = {
  "spaces behind a coding": `br${" ".repeat(HEADER_LENGTH)}!`,
  commas: ",".repeat(HEADER_LENGTH),
  "spaces everywhere": " br ;".repeat(HEADER_LENGTH / 5),
};

/** Sends headers that would be slow to parse with a backtracking pattern. */
export function sendHostileHeaders({ quick }: PartOptions): Promise<ChaosResult[]> {
  const requests = quick ? 10 : 40;
  return withSite({}, async (site) => {
    await site.start();
    await waitUntilSettled({ url: site.origin });
    const results: string[] = [];
    let maxCpuMs = 0;
    for (const [name, header] of Object.entries(HEADERS)) {
      const before = await readCpuSeconds(site);
      const since = performance.now();
      for (let request = 0; request < requests; request++)
        await call({ port: site.port, path: "/", headers: { "Accept-Encoding": header } });
      const elapsedMs = performance.now() - since;
      const cpuMs = (((await readCpuSeconds(site)) - before) * 1_000) / requests;
      maxCpuMs = Math.max(maxCpuMs, cpuMs);
      results.push(
        `${name} ${cpuMs.toFixed(1)} ms (${requests} requests in ${formatSeconds(elapsedMs)})`,
      );
    }
    return [
      {
        name: `Accept-Encoding of ${HEADER_LENGTH} characters, CPU a request`,
        result: results.join("; "),
        met: maxCpuMs <= MAX_CPU_MS,
      },
    ];
  });
}
