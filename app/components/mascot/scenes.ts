import { svg } from "./ink.ts";
import { articleScenes } from "./scenes/articles.ts";
import { autoScenes } from "./scenes/auto.ts";
import { cleaningRestorationScenes } from "./scenes/cleaning-restoration.ts";
import { doorsWindowsScenes } from "./scenes/doors-windows.ts";
import { electricalSecurityScenes } from "./scenes/electrical-security.ts";
import { emergencyScenes } from "./scenes/emergencies.ts";
import { exteriorLandscapingScenes } from "./scenes/exterior-landscaping.ts";
import { SIDES, type Side } from "./scenes/focus.ts";
import { guideScenes } from "./scenes/guides.ts";
import { heatingCoolingScenes } from "./scenes/heating-cooling.ts";
import { homeScenes } from "./scenes/home.ts";
import { miscellaneousScenes } from "./scenes/miscellaneous.ts";
import { outdoorLivingScenes } from "./scenes/outdoor-living.ts";
import { pageScenes } from "./scenes/pages.ts";
import { plumbingWaterScenes } from "./scenes/plumbing-water.ts";
import { remodelingRepairsScenes } from "./scenes/remodeling-repairs.ts";
import { HEIGHT, WIDTH } from "./scenes/settings.ts";
import { toolScenes } from "./scenes/tools.ts";

const scenes = {
  ...electricalSecurityScenes,
  ...heatingCoolingScenes,
  ...plumbingWaterScenes,
  ...cleaningRestorationScenes,
  ...remodelingRepairsScenes,
  ...exteriorLandscapingScenes,
  ...doorsWindowsScenes,
  ...miscellaneousScenes,
  ...outdoorLivingScenes,
  ...autoScenes,
  ...homeScenes,
  ...guideScenes,
  ...toolScenes,
  ...emergencyScenes,
  ...pageScenes,
  ...articleScenes,
} satisfies Record<string, readonly string[]>;

export type SceneName = keyof typeof scenes;

/** Slugs of services, categories, guides and tools, and the other pictures of pages. */
export const sceneNames = Object.keys(scenes) as SceneName[];

const ALIGNMENTS: Record<Side, string> = { left: "xMinYMid", right: "xMaxYMid" };

/**
 * A complete SVG, 480 by 320 units, without space around it. Without a title it is decoration and
 * hidden from screen readers. It fills a box of any shape and crops itself there, so that pages
 * need no style for it; with `object-fit: cover` it would keep its middle instead.
 */
export function sceneSvg(name: SceneName, options: { title?: string } = {}): string {
  const side = (SIDES as Partial<Record<string, Side>>)[name];
  const fit = ` preserveAspectRatio="${side ? ALIGNMENTS[side] : "xMidYMid"} slice"`;
  return svg(WIDTH, HEIGHT, scenes[name].join(""), 4, options.title, fit);
}
