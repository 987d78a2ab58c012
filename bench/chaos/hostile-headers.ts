import { call } from "./http-call.ts";
import { formatSeconds, type PartOptions, type Row } from "./metrics.ts";
import { cpuSeconds, untilIdle, withSite } from "./site.ts";

/** Near the maximum that the HTTP server accepts. */
const HEADER_LENGTH = 15_000;
const MOST_CPU_MS = 5;
const HEADERS = {
  "spaces behind a coding": `br${" ".repeat(HEADER_LENGTH)}!`,
  commas: ",".repeat(HEADER_LENGTH),
  "spaces everywhere": " br ;".repeat(HEADER_LENGTH / 5),
};

/** Sends headers that would be slow to parse with a backtracking pattern. */
export function sendHostileHeaders({ quick }: PartOptions): Promise<Row[]> {
  const requests = quick ? 10 : 40;
  return withSite({}, async (site) => {
    await site.start();
    await untilIdle(site);
    const figures: string[] = [];
    let most = 0;
    for (const [name, header] of Object.entries(HEADERS)) {
      const before = await cpuSeconds(site);
      const since = performance.now();
      for (let request = 0; request < requests; request++)
        await call({ port: site.port, path: "/", headers: { "Accept-Encoding": header } });
      const elapsedMs = performance.now() - since;
      const cpuMs = (((await cpuSeconds(site)) - before) * 1_000) / requests;
      most = Math.max(most, cpuMs);
      figures.push(
        `${name} ${cpuMs.toFixed(1)} ms (${requests} requests in ${formatSeconds(elapsedMs)})`,
      );
    }
    return [
      {
        name: `Accept-Encoding of ${HEADER_LENGTH} characters, CPU a request`,
        figure: figures.join("; "),
        met: most <= MOST_CPU_MS,
      },
    ];
  });
}
