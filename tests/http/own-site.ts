import { inject } from "vitest";
import { startIsolatedSite } from "../setup/built-site.ts";
import { test as base } from "./http-client.ts";

/** Tests of a site and a database of their file's own: what is published here is in the sitemap. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
export const test = base.extend("ownSite", { scope: "file" }, async ({}, { onCleanup }) => {
  const site = await startIsolatedSite(inject("sharedSite").templateUrl);
  onCleanup(() => site.stop());
  return site;
});
