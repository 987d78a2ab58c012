import { faviconSvg } from "./mark.ts";
import { henrySvg, poses } from "./poses.ts";
import { REPAIR_PARTS } from "./repair-parts/names.ts";
import { repairPartSvg } from "./repair-parts.ts";
import { heroSvg } from "./scenes/hero-svg.ts";
import { sceneNames, sceneSvg } from "./scenes.ts";

/** Maximum size of a file after brotli, as the server sends it, in bytes. */
export const MAX_ART_BYTES = 6000;
export const MAX_PART_BYTES = 2000;

/** Every drawing that is served as a file, by its path below public/. */
export function artFiles(): Map<string, string> {
  return new Map([
    ...poses.map((pose) => [`art/henry-${pose}.svg`, henrySvg(pose)] as const),
    ...sceneNames.map((name) => [`art/${name}.svg`, sceneSvg(name)] as const),
    ["art/hero-street.svg", heroSvg("wide")],
    ["art/hero-street-phone.svg", heroSvg("phone")],
    ...REPAIR_PARTS.map((name) => [`art/parts/${name}.svg`, repairPartSvg(name)] as const),
    ["favicon.svg", faviconSvg()],
  ]);
}
