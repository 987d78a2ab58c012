import type { TestProject } from "vitest/node";
import { type SharedSite, startSharedSite } from "./built-site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    sharedSite: SharedSite;
  }
}

/** Starts one site for all tests of the project; one of them checks its warm-up of the page cache. */
export default async function setup(project: TestProject) {
  const { site, stop } = await startSharedSite("http", { PAGE_WARM_UP: "on" });
  project.provide("sharedSite", site);
  return stop;
}
