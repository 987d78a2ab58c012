import { readFileSync } from "node:fs";
import { desc, sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { startedReleases } from "#app/db/tables/releases.server.ts";
import type { Connection } from "#app/db/transaction.server.ts";
import { parseJson } from "#app/lib/parse-json.ts";
import type { Release } from "./facts.ts";

type Manifest = { version: string; engines: { node: string } };

/** `package.json` of the folder that the process runs in, as a release has it, too. */
export const readManifest = (): Manifest =>
  JSON.parse(readFileSync("package.json", "utf8")) as Manifest;

/** The release that runs: `release.json` names the commit that it was made of. */
export function readRelease(): Release {
  const { version } = readManifest();
  let text = "";
  try {
    text = readFileSync("release.json", "utf8");
  } catch {
    // Only a folder of `npm run package` has it.
  }
  const { commit } = (parseJson(text) ?? {}) as { commit?: string | null };
  return { version, commit: commit ?? "" };
}

/** Records that a release runs on this database, at the start of each process. */
export async function recordStart(
  db: Database,
  { version, commit, now }: Release & { now: Date },
): Promise<void> {
  await db
    .insert(startedReleases)
    .values({ version, commit, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [startedReleases.version, startedReleases.commit],
      set: { lastAt: sql`excluded.last_at` },
    });
}

/** The release that was started last on this database; null before the first record. */
export async function findLastStart(db: Connection): Promise<Release | null> {
  const { version, commit, lastAt } = startedReleases;
  const [last] = await db
    .select({ version, commit })
    .from(startedReleases)
    .orderBy(desc(lastAt))
    .limit(1);
  return last ?? null;
}
