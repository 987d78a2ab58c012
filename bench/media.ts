import { setTimeout as wait } from "node:timers/promises";
import sharp from "sharp";
import { IMAGES_PATH } from "#app/features/media/constants.ts";
import { uploadReplySchema } from "#app/features/media/schema.ts";
import { startEmbeddedPostgres } from "#server/embedded-postgres.ts";
import type { Line, Report } from "./report.ts";
import { getDataDir, type Site, waitUntilSettled } from "./site.ts";
import { signInStaff } from "./staff-visits.ts";
import { median, percentile } from "./statistics.ts";
import { startWatchedSite } from "./watched-site.ts";
import type { Workspace } from "./workspace.ts";

const PHOTO = { width: 4_000, height: 3_000 };
const PHOTOS = 5;
const PAGE = "/home-services/plumbing";
const VISIT_EVERY_MS = 5;
const QUIET_VISITS = 1_000;
const SERVED_REQUESTS = 500;
/** The lag is sampled; the last sample needs a moment. */
const SAMPLE_PAUSE_MS = 100;
const STORE_TARGET_MS = 15_000;
const BLOCK_TARGET_MS = 100;
const PAGE_TARGET_MS = 20;

/**
 * Measures how long storing a photo takes, and its effect on visitors: a page from memory is
 * requested all the time.
 */
export async function measureMedia(workspace: Workspace): Promise<Report> {
  const { url } = await startEmbeddedPostgres({ dataDir: getDataDir(workspace), explicit: true });
  const site = await startWatchedSite(workspace);
  const cookie = await signInStaff(site, url);
  await waitUntilSettled(site);
  await site.readLongestBlockMs();
  const quietTimes = await visitUntil(site, (visits) => visits >= QUIET_VISITS);
  const quietBlock = await site.readLongestBlockMs();
  await uploadPhoto(site, cookie, await createPhoto(0));
  await site.readLongestBlockMs();
  const times: number[] = [];
  const blocks: number[] = [];
  const busyTimes: number[] = [];
  let address = "";
  for (let photo = 1; photo <= PHOTOS; photo++) {
    const file = await createPhoto(photo);
    let isStored = false;
    const started = performance.now();
    const storing = uploadPhoto(site, cookie, file).finally(() => {
      isStored = true;
    });
    busyTimes.push(...(await visitUntil(site, () => isStored)));
    address = await storing;
    times.push(performance.now() - started);
    await wait(SAMPLE_PAUSE_MS);
    blocks.push(await site.readLongestBlockMs());
  }
  const served = await timeServing(site, address);
  await site.stop();
  const [before, during] = [percentile(quietTimes, 0.95), percentile(busyTimes, 0.95)];
  const slowest = Math.max(...times);
  const block = Math.max(...blocks);
  const lines: Line[] = [
    {
      what: "time to store a photo",
      value: `${(median(times) / 1_000).toFixed(1)} s, slowest of ${PHOTOS} ${(slowest / 1_000).toFixed(1)} s`,
      target: `≤ ${STORE_TARGET_MS / 1_000} s`,
      met: slowest <= STORE_TARGET_MS,
    },
    {
      what: "longest block of the event loop meanwhile",
      value: `${block.toFixed(0)} ms  (on a quiet site ${quietBlock.toFixed(0)} ms)`,
      target: `≤ ${BLOCK_TARGET_MS} ms`,
      met: block <= BLOCK_TARGET_MS,
    },
    {
      what: "a page from memory meanwhile",
      value: `p95 ${during.toFixed(1)} ms, ${(during / before).toFixed(1)} times that of a quiet site (${before.toFixed(1)} ms)`,
      target: `p95 ≤ ${PAGE_TARGET_MS} ms`,
      met: during <= PAGE_TARGET_MS,
    },
    {
      what: "time to serve its largest version",
      value: `p95 ${percentile(served, 0.95).toFixed(1)} ms  (median ${median(served).toFixed(1)})`,
    },
  ];
  return {
    notes: [
      `noisy photos of ${PHOTO.width} × ${PHOTO.height}, sent by staff; ${PAGE} every ${VISIT_EVERY_MS} ms by one visitor; browser and site share this machine`,
    ],
    lines,
  };
}

/** Noise under large shapes: as hard to compress as a photo at night, and each one different. */
async function createPhoto(seed: number): Promise<Buffer> {
  const noise = { type: "gaussian" as const, mean: 120 + seed, sigma: 50 };
  const small = await sharp({
    create: {
      width: PHOTO.width / 4,
      height: PHOTO.height / 4,
      channels: 3,
      background: "#888",
      noise,
    },
  })
    .blur(1.2)
    .png()
    .toBuffer();
  return sharp(small).resize(PHOTO).jpeg({ quality: 90 }).toBuffer();
}

async function uploadPhoto(site: Site, cookie: string, photo: Buffer): Promise<string> {
  const form = new FormData();
  form.set("file", new File([photo as BlobPart], "photo.jpg", { type: "image/jpeg" }));
  const response = await fetch(site.url + IMAGES_PATH, {
    method: "POST",
    headers: { Cookie: cookie, Origin: site.url },
    body: form,
  });
  const reply = uploadReplySchema.parse(await response.json());
  if (!reply.ok || !reply.isNew)
    throw new Error(reply.ok ? "The photo was already stored." : reply.message);
  const { key, width, height } = reply.image;
  return `/media/${key}-${width}x${height}/${width}.webp`;
}

async function visitUntil(site: Site, isOver: (visits: number) => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver(times.length)) {
    times.push(await timeRequest(site.url + PAGE));
    await wait(VISIT_EVERY_MS);
  }
  return times;
}

async function timeServing(site: Site, address: string): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < SERVED_REQUESTS; call++)
    times.push(await timeRequest(site.url + address));
  return times;
}

async function timeRequest(url: string): Promise<number> {
  const started = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}.`);
  return performance.now() - started;
}
