import { svg } from "./ink.ts";
import { bathroomParts } from "./repair-parts/bathroom.ts";
import { carBodyParts } from "./repair-parts/car-body.ts";
import { carEngineParts } from "./repair-parts/car-engine.ts";
import { electricalParts } from "./repair-parts/electrical.ts";
import { heatingParts } from "./repair-parts/heating.ts";
import { insideParts } from "./repair-parts/inside.ts";
import type { RepairPart } from "./repair-parts/names.ts";
import { outdoorLivingParts } from "./repair-parts/outdoor-living.ts";
import { outdoorParts } from "./repair-parts/outdoors.ts";
import { plumbingParts } from "./repair-parts/plumbing.ts";
import { roomParts } from "./repair-parts/rooms.ts";
import { shellParts } from "./repair-parts/shell.ts";

const drawings: Record<RepairPart, string> = {
  ...heatingParts,
  ...plumbingParts,
  ...bathroomParts,
  ...electricalParts,
  ...shellParts,
  ...roomParts,
  ...insideParts,
  ...outdoorParts,
  ...outdoorLivingParts,
  ...carEngineParts,
  ...carBodyParts,
};

/** A complete SVG, 160 by 160 units, for beside a headline that names the part. */
export const repairPartSvg = (name: RepairPart): string => svg(160, 160, drawings[name], 5);
