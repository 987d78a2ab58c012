import { autoScenes } from "./illustrations/auto.ts";
import { guideScenes } from "./illustrations/guides.ts";
import { homeScenes } from "./illustrations/home.ts";
import { pageScenes } from "./illustrations/pages.ts";
import { siteScenes } from "./illustrations/site.ts";
import { svg } from "./ink.ts";

const scenes = { ...homeScenes, ...autoScenes, ...siteScenes, ...guideScenes, ...pageScenes };

export type IllustrationName = keyof typeof scenes;

/**
 * The slugs of the service categories and of the guides and tools, and the pages and states that
 * have an image of their own.
 */
export const illustrationNames = Object.keys(scenes) as IllustrationName[];

/**
 * A complete SVG, 320 by 220 units. Without a title it is decoration and hidden from screen
 * readers.
 */
export function illustrationSvg(name: IllustrationName, options: { title?: string } = {}): string {
  return svg(320, 220, scenes[name].join(""), 4, options.title);
}
