import { C, group, line, shade, shape, strokes } from "../ink.ts";
import type { Point } from "../path.ts";
import { limb } from "./limb.ts";

export type Leg = { knee: Point; ankle: Point; toes: number };

const hips: { left: Point; right: Point } = { left: [166, 356], right: [234, 356] };

/** A boot at the origin of the ankle, toes to the left. */
const boot =
  shape("-21,-8! 20,-8! 21,10 20,23! -12,24 -38,23! -41,12 -32,4 -18,0", C.belt) +
  line("-39,18! 20,17!", 3.4, C.bark) +
  strokes("-19,3 -8,8 1", 2.6);

function leg(hip: Point, { knee, ankle, toes }: Leg): string {
  const pants = limb(hip, knee, ankle, [33, 29, 26]);
  const foot = group(
    boot,
    `translate(${ankle[0]} ${ankle[1] + 4})${toes ? ` rotate(${toes})` : ""}${hip[0] > 200 ? " scale(-1 1)" : ""}`,
  );
  return (
    foot +
    pants.tube(0, 1, 0, C.petrol) +
    (hip[0] > 200 ? pants.shade(0, 0.9, 0, -1) : "") +
    pants.band(0.86, 12, 3, C.deep)
  );
}

export function legs(left: Leg, right: Leg): string {
  return leg(hips.right, right) + leg(hips.left, left);
}

export const neck =
  shape("178,196 176,222 200,236 226,222 224,196", C.skin) +
  shade("178,204! 200,216 224,206! 200,236");

/** The work shirt, below the sleeves that lie in front. */
export const shirt =
  shape(
    "180,213! 156,219 138,232 133,262 133,304 130,346! 270,346! 268,304 267,262 262,232 246,219 222,213! 201,226",
    C.sun,
  ) + shade("264,238 267,262 270,346! 252,346! 255,300");

const bib =
  shape(
    "158,217! 172,214! 175,256! 226,256! 229,214! 243,217! 246,262 249,300 268,334! 268,352! 132,352! 132,334! 151,300 153,262",
    C.petrol,
  ) +
  shade("243,219! 246,262 249,300 268,334! 268,352! 246,352! 236,300 234,258!") +
  shape("180,281! 220,280! 219,305 200,314 181,306", C.deep, 3.4) +
  strokes("183,290 217,289 0", 2) +
  shape("154,252 166,248 170,260 157,263|230,252 243,248 247,259 234,263", C.metal, 3.4);

/** Shirt collar and the orange neckerchief. */
const collar =
  shape("177,209! 201,224! 188,240! 166,222!|225,209! 201,224! 214,240! 236,221!", C.sun) +
  shape(
    "180,208 200,219 222,208! 226,217 206,230! 214,246! 200,240! 188,247! 195,230! 176,217",
    C.orange,
  );

const belt =
  shape("129,340! 200,346 271,340! 272,360! 200,367 128,360!", C.belt) +
  shape("136,352! 172,355! 171,388 156,394 138,387", C.belt) +
  shade("136,352! 172,355! 172,366 154,370 136,364") +
  strokes("139,370 170,371 -3", 2) +
  shape("231,356! 241,355! 239,392! 232,392!", C.sun, 3.4) +
  shape("222,348! 250,347! 248,364! 236,368! 224,365!", C.bark) +
  shape("224,390! 246,387! 249,400! 226,403!", C.metal, 3.4) +
  shape("186,344! 214,344! 215,369! 186,369!|194,352! 194,361! 207,361! 207,352!", C.sun, 3.6);

/** What covers the sleeves: straps, collar, belt. */
export const overalls = bib + collar + belt;
