import { illustrationNames, illustrationSvg } from "./illustrations.ts";
import { faviconSvg } from "./mark.ts";
import { henrySvg, poses } from "./poses.ts";
import { REPAIR_PARTS } from "./repair-parts/names.ts";
import { repairPartSvg } from "./repair-parts.ts";

/** Maximum size of a file, in bytes. */
export const MAX_HENRY_BYTES = 9000;
export const MAX_ILLUSTRATION_BYTES = 5000;
export const MAX_PART_BYTES = 4000;
/** The same after gzip, as the server sends it. */
export const MAX_PART_GZIP_BYTES = 2000;

/** Every drawing that is served as a file, by its path below public/. */
export function artFiles(): Map<string, string> {
  return new Map([
    ...poses.map((pose) => [`art/henry-${pose}.svg`, henrySvg(pose)] as const),
    ...illustrationNames.map((name) => [`art/${name}.svg`, illustrationSvg(name)] as const),
    ...REPAIR_PARTS.map((name) => [`art/parts/${name}.svg`, repairPartSvg(name)] as const),
    ["favicon.svg", faviconSvg()],
  ]);
}
