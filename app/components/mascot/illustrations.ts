import { articleScenes } from "./illustrations/articles.ts";
import { autoScenes } from "./illustrations/auto.ts";
import { guideScenes } from "./illustrations/guides.ts";
import { homeInsideScenes } from "./illustrations/home-inside.ts";
import { homeOutsideScenes } from "./illustrations/home-outside.ts";
import { pageScenes } from "./illustrations/pages.ts";
import { resourceCategoryScenes } from "./illustrations/resource-categories.ts";
import { siteScenes } from "./illustrations/site.ts";
import { toolScenes } from "./illustrations/tools.ts";
import { svg } from "./ink.ts";

const scenes = {
  ...homeInsideScenes,
  ...homeOutsideScenes,
  ...autoScenes,
  ...siteScenes,
  ...guideScenes,
  ...articleScenes,
  ...toolScenes,
  ...pageScenes,
  ...resourceCategoryScenes,
};

export type IllustrationName = keyof typeof scenes;

/** Slugs of service categories, guides, articles and tools, and the pages with their own image. */
export const illustrationNames = Object.keys(scenes) as IllustrationName[];

/**
 * A complete SVG, 320 by 220 units. Without a title it is decoration and hidden from screen
 * readers.
 */
export function illustrationSvg(name: IllustrationName, options: { title?: string } = {}): string {
  return svg(320, 220, scenes[name].join(""), 4, options.title);
}
