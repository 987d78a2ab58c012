import { inject } from "vitest";
import { startIsolatedSite } from "../setup/built-site.ts";
import { test as base } from "./http-client.ts";

/** A separate site and database for each test file: content published here is in its sitemap. */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names from the pattern
export const test = base.extend("ownSite", { scope: "file" }, async ({}, { onCleanup }) => {
  const site = await startIsolatedSite(inject("sharedSite").templateUrl);
  onCleanup(() => site.stop());
  return site;
});
