import type { TestProject } from "vitest/node";
import { type SharedSite, startSharedSite } from "./built-site.ts";

declare module "vitest" {
  export interface ProvidedContext {
    sharedSite: SharedSite;
  }
}

/** One site for all tests of the project; a test sees that it puts all pages into memory. */
export default async function setup(project: TestProject) {
  const { site, stop } = await startSharedSite("http", { PAGE_WARM_UP: "on" });
  project.provide("sharedSite", site);
  return stop;
}
