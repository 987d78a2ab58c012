import type { Sharp } from "sharp";
import { loadSharp } from "#app/lib/load-sharp.server.ts";
import { type SceneName, sceneSvg } from "./scenes.ts";

/** Twice the 64 × 48 pixels that a hit of the search has for it. */
const SIZE = 'width="128" height="96"';

/** Path below public/ of a scene's small picture. */
export const smallScenePath = (name: SceneName): string => `art/small/${name}.webp`;

/**
 * A scene as beside a hit of the search, to be encoded. Browsers decode such a picture beside the
 * page's script; a drawing at that place keeps a slow phone from showing the next letter for 60 ms.
 */
export async function drawSmallScene(name: SceneName): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(Buffer.from(sceneSvg(name).replace("<svg ", `<svg ${SIZE} `)));
}
