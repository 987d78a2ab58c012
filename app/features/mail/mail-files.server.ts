import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { AppContext } from "#app/app-context.ts";
import { DAY_MS } from "#app/lib/durations.ts";

/**
 * How long mails that were written as files are kept. They have links, names and addresses, which
 * must not outlive the erasure of a person for long.
 */
const KEEP_DAYS = 7;

/** Where mails are written without a mail server. */
export const getMailFolder = (dataDir: string): string => join(resolve(dataDir), "outbox");

/** The start of the name of a mail's file; later mails sort behind. */
export const getMailFileTime = (at: Date): string => at.toISOString().replaceAll(":", "-");

/** Deletes mails that were written as files some days ago. @returns how many */
export async function deleteOldMailFiles({
  env,
  now,
}: Pick<AppContext, "env" | "now">): Promise<number> {
  const folder = getMailFolder(env.DATA_DIR);
  const oldest = getMailFileTime(new Date(now().getTime() - KEEP_DAYS * DAY_MS));
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const old = names.filter((name) => name.endsWith(".eml") && name < oldest);
  // Another process may delete the same ones.
  for (const name of old) await rm(join(folder, name), { force: true });
  return old.length;
}
