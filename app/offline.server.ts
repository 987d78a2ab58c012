import { createHash } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { fontUrls, inlineCss, islandsUrl } from "virtual:document-assets";
import { workerText } from "virtual:service-worker";
import { getCatalog } from "#app/features/catalog/read-catalog.server.ts";
import type { OfflineConfig } from "#app/islands/offline-rules.ts";

const FALLBACK = "/offline";
const PAGES = ["/", "/resources/guides-tips/emergency-preparedness", FALLBACK];
/** Images of these pages and of the header. A browser test compares the list with those pages. */
const listImages = (): string[] => [
  "/favicon.svg",
  ...[
    "hero-street-phone",
    "hero-street",
    ...getCatalog().home.problems.map(({ scene }) => scene),
    "comic-1",
    "comic-2",
    "comic-3",
    "home-services",
    "auto",
    "resources",
    ...getCatalog().structure.popular.map(({ service }) => service),
    "emergency-preparedness",
    "emergency-gas",
    "emergency-co",
    "emergency-water",
    "emergency-power",
    "emergency-hvac",
    "offline",
  ].map((name) => `/art/${name}.svg`),
];

export type WorkerScript = { etag: string; body: string; brotli: Buffer };

function buildWorkerScript(off: boolean): WorkerScript {
  const settings = {
    off,
    pages: PAGES,
    fallback: FALLBACK,
    assets: [islandsUrl, ...fontUrls, ...listImages()],
  };
  const version = createHash("sha256")
    .update(JSON.stringify([settings, inlineCss, workerText]))
    .digest("base64url")
    .slice(0, 12);
  const config: OfflineConfig = { version, ...settings };
  const body = `const offlineConfig = ${JSON.stringify(config)};\n${workerText}`;
  return { etag: `"${version}"`, body, brotli: brotliCompressSync(body) };
}

/** The service worker with its configuration prepended; null in development, which has none. */
export const workerScripts: Record<"on" | "off", WorkerScript> | null = workerText
  ? { on: buildWorkerScript(false), off: buildWorkerScript(true) }
  : null;
