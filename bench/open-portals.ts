import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { readCpuSeconds } from "./process-metrics.ts";
import { createQuoteSource } from "./quote-body.ts";
import { formatPercent, type Line } from "./report.ts";
import { formatAddress, formatPhone, PHONE_PLACEHOLDER } from "./request-source.ts";
import { signInSuperadmin } from "./sign-in.ts";
import type { Site } from "./site.ts";
import { percentile } from "./statistics.ts";

const PEOPLE = 40;
const PORTALS_PER_PERSON = 5;
const PORTALS = PEOPLE * PORTALS_PER_PERSON;
const SECONDS = 30;
const ARRIVAL_TARGET_MS = 500;
const CORE_TARGET = 0.6;
/** After the last request: later arrivals count as lost. */
const LAST_ARRIVAL_MS = 5_000;
/** Far from the serial numbers of other parts, which use the same database. */
const FIRST_SERIAL = 1_200_000_000;

/** How many new requests a stream has announced, with the time of each. */
type Portal = { arrivals: number[]; close: () => void };

/**
 * Opens the event streams of 200 portals and sends a quote request each second: how long until each
 * portal is notified, and how much of a core the site uses meanwhile. What a browser then does with
 * the event, which is to show a line of text, is not measured.
 */
export async function measureOpenPortals(site: Site, databaseUrl: string): Promise<Line[]> {
  const portals = await openPortals(site, databaseUrl);
  // A stream begins with what arrived shortly before.
  for (const { arrivals } of portals) arrivals.length = 0;
  const before = readCpuSeconds(site.pid);
  const started = performance.now();
  const sentAt = await sendQuotes(site);
  const seconds = (performance.now() - started) / 1_000;
  const share = (readCpuSeconds(site.pid) - before) / seconds;
  const deadline = Date.now() + LAST_ARRIVAL_MS;
  const isDone = ({ arrivals }: Portal) => arrivals.length >= sentAt.length;
  while (!portals.every(isDone) && Date.now() < deadline) await wait(50);
  for (const { close } of portals) close();
  const times = portals.flatMap(({ arrivals }) =>
    sentAt.map((sent, index) => (arrivals[index] ?? Number.POSITIVE_INFINITY) - sent),
  );
  const p95 = percentile(times, 0.95);
  return [
    {
      what: `${PORTALS} open portals, a request a second`,
      value: `shown after p95 ${p95.toFixed(0)} ms  (median ${percentile(times, 0.5).toFixed(0)}, longest ${Math.max(...times).toFixed(0)})`,
      target: `p95 ≤ ${ARRIVAL_TARGET_MS} ms`,
      met: p95 <= ARRIVAL_TARGET_MS,
    },
    {
      what: "the site's process meanwhile",
      value: `${formatPercent(share)} of a core`,
      target: `≤ ${formatPercent(CORE_TARGET)}`,
      met: share <= CORE_TARGET,
    },
  ];
}

/** Opens all streams, and waits until each of them has its first events. */
async function openPortals(site: Site, databaseUrl: string): Promise<Portal[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const portals: Portal[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const address = { "X-Forwarded-For": formatAddress(FIRST_SERIAL + person) };
    const cookie = await signInSuperadmin(site.url, client, address);
    for (let portal = 0; portal < PORTALS_PER_PERSON; portal++)
      portals.push(await openPortal(site, cookie));
  }
  await client.end();
  return portals;
}

async function openPortal(site: Site, cookie: string): Promise<Portal> {
  const request = get(`${site.url}/backyard/service-requests/stream`, {
    headers: { Cookie: cookie },
    agent: false,
  });
  const [response] = await once(request, "response");
  if (response.statusCode !== 200)
    throw new Error(`The stream returned status ${response.statusCode}.`);
  const arrivals: number[] = [];
  let rest = "";
  const { promise: first, resolve } = Promise.withResolvers<void>();
  response.setEncoding("utf8").on("data", (text: string) => {
    const now = performance.now();
    const frames = (rest + text).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
      if (kind) resolve();
      if (kind !== "new" || !data) continue;
      const { ids } = JSON.parse(data) as { ids: string[] };
      arrivals.push(...ids.map(() => now));
    }
  });
  await first;
  return { arrivals, close: () => request.destroy() };
}

/** Sends a quote request each second. @returns when each was sent */
async function sendQuotes(site: Site): Promise<number[]> {
  const source = await createQuoteSource(site, FIRST_SERIAL);
  if (source.kind !== "quotes") throw new Error("Not a source of quotes.");
  const [started, sentAt] = [performance.now(), [] as number[]];
  for (let second = 0; second < SECONDS; second++) {
    await wait(Math.max(0, started + second * 1_000 - performance.now()));
    const serial = FIRST_SERIAL + PEOPLE + second;
    sentAt.push(performance.now());
    const response = await fetch(site.url + source.path, {
      method: "POST",
      headers: {
        Authorization: "Bearer public-anon-key",
        "Content-Type": "application/json",
        "Idempotency-Key": `bench-${serial}`,
        "X-Forwarded-For": formatAddress(serial),
      },
      body: source.body.replace(PHONE_PLACEHOLDER, formatPhone(serial)),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`A quote returned status ${response.status}.`);
  }
  await wait(Math.max(0, started + SECONDS * 1_000 - performance.now()));
  return sentAt;
}
