import { and, asc, eq, gt } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { mediaImages } from "#app/db/tables/media.server.ts";
import { forEachConcurrently } from "#app/lib/for-each-concurrently.ts";
import { createMoveReport, type MoveOptions, type MoveReport } from "#app/lib/move-report.ts";
import { hashBytes } from "#app/lib/s3-client.server.ts";
import { getStoredName, type ImageStore } from "./image-files.server.ts";
import {
  getImageFolder,
  getImageUrl,
  IMAGE_FORMATS,
  listWidths,
  type StoredImage,
} from "./image-versions.ts";

const ROWS_PER_QUERY = 200;
const PARALLEL = 8;

type MoveContext = { db: Database; source: ImageStore; target: ImageStore };
type Move = MoveContext & MoveOptions & { report: MoveReport };
type Outcome = "copied" | "present" | "failed";

/**
 * Copies the files of all published images from one store to another, and compares each with what is
 * read back. It can be stopped and started again, also while images are uploaded and deleted.
 */
export async function moveImages(context: MoveContext, options: MoveOptions): Promise<MoveReport> {
  const report = createMoveReport();
  const move = { ...context, ...options, report };
  const { key, width, height } = mediaImages;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const images: StoredImage[] = await context.db
      .select({ key, width, height })
      .from(mediaImages)
      .where(and(gt(key, after), eq(mediaImages.state, "published")))
      .orderBy(asc(key))
      .limit(ROWS_PER_QUERY);
    await forEachConcurrently(images, PARALLEL, (image) => moveImage(move, image));
    after = images.at(-1)?.key;
  }
  return report;
}

/** Counts one image, whose files are moved together. */
async function moveImage(move: Move, image: StoredImage): Promise<void> {
  const { db, source, target, report, isDryRun, deletesSource } = move;
  const outcomes: Outcome[] = [];
  for (const width of listWidths(image.width))
    for (const format of IMAGE_FORMATS)
      outcomes.push(await moveFile(move, getStoredName(getImageUrl(image, width, format))));
  if (outcomes.includes("failed")) {
    report.failed += 1;
    return;
  }
  report[outcomes.includes("copied") ? "copied" : "present"] += 1;
  if (isDryRun) return;
  const folder = getImageFolder(image);
  const state = await getState(db, image.key);
  // Deleted in the meantime: nothing else would remove the copy before the sweep.
  if (state === undefined || state === "deleted") await target.deleteFolder(folder);
  else if (state === "published" && deletesSource) {
    await source.deleteFolder(folder);
    report.deleted += 1;
  }
}

async function getState(db: Database, key: string) {
  const [row] = await db
    .select({ state: mediaImages.state })
    .from(mediaImages)
    .where(eq(mediaImages.key, key));
  return row?.state;
}

async function moveFile(move: Move, name: string): Promise<Outcome> {
  const { source, target, report, isDryRun, onProblem } = move;
  const fail = (problem: string): Outcome => {
    onProblem(`Image ${name}: ${problem}`);
    return "failed";
  };
  const [original, existing] = [await readFile(source, name), await readFile(target, name)];
  if (!original) return existing ? "present" : fail("its file is missing in both places.");
  if (original.isDamaged) return fail("its file is damaged: it is not what was once written.");
  const hash = hashBytes(original.bytes);
  if (existing && hashBytes(existing.bytes) === hash) return "present";
  report.bytes += original.bytes.length;
  if (isDryRun) return "copied";
  await target.put(name, original.bytes);
  const copy = await readFile(target, name);
  return copy && hashBytes(copy.bytes) === hash
    ? "copied"
    : fail("what was read back differs from what was written.");
}

type ReadFile = { bytes: Uint8Array; isDamaged: boolean };

async function readFile(store: ImageStore, name: string): Promise<ReadFile | null> {
  const file = await store.get(name);
  if (!file) return null;
  const bytes = await new Response(file.open()).bytes();
  return { bytes, isDamaged: Boolean(file.sha256) && file.sha256 !== hashBytes(bytes) };
}
