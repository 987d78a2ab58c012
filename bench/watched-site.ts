import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Site, startSite } from "./site.ts";
import type { Workspace } from "./workspace.ts";

const PRELOAD = pathToFileURL(join(import.meta.dirname, "measure-blocks.ts")).href;

export type WatchedSite = Site & {
  /** Longest block of the event loop since the last reading, in milliseconds. */
  readLongestBlockMs: () => Promise<number>;
};

/** Starts the site with a part of the bench in its process, which measures blocks of the event loop. */
export async function startWatchedSite(
  workspace: Workspace,
  options: { core?: number } = {},
): Promise<WatchedSite> {
  const site = await startSite(workspace, { ...options, preload: PRELOAD });
  const readLongestBlockMs = async () => {
    const answer = once(site.child, "message");
    site.child.send("read");
    const [block] = await answer;
    return Number(block);
  };
  return { ...site, readLongestBlockMs };
}
