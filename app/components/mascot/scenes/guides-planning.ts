import { C, dot, el, flat, line, shade, shape, strokes } from "../ink.ts";
import { type Hand, hands } from "../parts/hands.ts";
import { limb } from "../parts/limb.ts";
import type { Point } from "../path.ts";
import { disc, rounded, rules } from "../repair-parts/kit.ts";
import { worker as portrait } from "../small-objects.ts";
import { customer, place, windowAt } from "./objects.ts";
import { band, block } from "./settings.ts";

const lantern =
  line("-24,-104! -24,-150 0,-164 24,-150 24,-104!", 5) +
  shape("-30,-104! -20,-128! 20,-128! 30,-104!", C.petrol) +
  block(-26, -104, 52, 72, C.cream) +
  block(-12, -96, 24, 60, C.sun, 3) +
  rules("-26,-104 -26,-32|26,-104 26,-32", 5) +
  shape("-34,0! -30,-32! 30,-32! 34,0!", C.petrol) +
  dot(0, -15, 6, C.orange, 6, true);

const backpack =
  line("-20,-118! -18,-138 18,-138 20,-118!", 7) +
  shape("-52,0! -54,-80 -46,-112 -20,-122 20,-122 46,-112 54,-80 52,0!", C.orange) +
  shade("30,-118 46,-112 54,-80 52,0! 32,0!") +
  rounded(-36, -70, 72, 58, 8, C.green) +
  shape(
    "-8,-62! 8,-62! 8,-50! 20,-50! 20,-34! 8,-34! 8,-22! -8,-22! -8,-34! -20,-34! -20,-50! -8,-50!",
    C.white,
    3,
  ) +
  line("-46,-86! 46,-86!", 3);

const waterJug =
  block(-12, -112, 24, 14, C.petrol, 3.4) +
  shape("-32,0! -32,-74 -12,-98! 12,-98! 32,-74 32,0!", C.water) +
  rules("-32,-52 32,-52|-32,-22 32,-22", 3) +
  strokes("-20,-76 -20,-10 0", 3, C.white);

const can = (fill: string) => block(-20, -44, 40, 44, C.metal) + block(-20, -36, 40, 28, fill, 3);

const radio =
  line("-26,-58! -16,-100!", 5) +
  dot(-16, -102, 5, C.ink) +
  block(-44, -62, 88, 62, C.coral) +
  disc(-16, -30, 18, C.deep, 3.4) +
  block(10, -50, 24, 14, C.cream, 2.6) +
  dot(22, -18, 7, C.sun, 7, true);

const glow = (cx: number, cy: number, r: number, opacity: string) =>
  el("circle", { cx, cy, r, fill: C.pale, opacity, stroke: "none" });

/** An emergency kit on a shelf by the light of a battery lantern; a storm outside. */
const emergency = [
  band(0, 320, C.night),
  windowAt(356, 32, 96, 88, C.deep),
  shape("408,40! 386,80! 400,80! 390,112! 424,70! 408,70! 422,40!", C.sun, 3),
  glow(206, 160, 170, ".22"),
  glow(206, 160, 104, ".4"),
  block(-8, 244, 496, 18, C.tan) + shade("-8,256! 488,256! 488,262! -8,262!"),
  shape("56,262! 74,262! 74,310! 56,280!|404,262! 422,262! 422,310! 404,280!", C.belt),
  place(backpack, 82, 244, 0, 1.1),
  place(lantern, 206, 244, 0, 1.1),
  place(waterJug, 292, 244),
  place(can(C.leaf), 350, 200) + place(can(C.brick), 350, 244),
  place(radio, 424, 244),
];

/** A bid on the table: its contractor, its items and, thick, its total. */
const bid = (hat: string, total: number) =>
  shape("-52,-40! 52,-40! 59,42! -59,42!", C.white, 3.4) +
  place(portrait(hat, C.petrol), -27, 14, 0, 0.7) +
  rules("4,-26 40,-26|4,-12 34,-12|4,2 42,2", 5, C.metal) +
  rules(`-44,26 ${total - 44},26`, 13, hat);

const licenseCard =
  rounded(-58, -38, 116, 76, 8, C.cream) +
  flat("-56,-34! 56,-34! 56,-20! -56,-20!", C.petrol) +
  place(portrait(C.sun, C.petrol), -26, 32, 0, 0.7) +
  rules("12,-6 44,-6", 5, C.metal) +
  disc(32, 18, 14, C.green, 3) +
  line("25,18! 30,24! 39,12!", 4, C.white);

const mug =
  line("20,-34! 36,-32 36,-12 20,-10!", 6) +
  shape("-22,-44! 22,-44! 20,0! -20,0!", C.petrol) +
  shape("-22,-44 0,-50 22,-44 0,-38", C.bark, 3);

/** An arm of the homeowner, from the shoulder. */
function reaching(shoulder: Point, elbow: Point, wrist: Point, hand: Hand, turn: number): string {
  const arm = limb(shoulder, elbow, wrist, [19, 16, 11]);
  const [x, y] = wrist;
  return (
    arm.tube(0.5, 1, 0, C.skin) +
    place(hands[hand].below + hands[hand].above, x, y, Math.round(arm.angle + turn), 0.8) +
    arm.tube(0, 0.8, 2, C.coral)
  );
}

/** A homeowner at a table compares three bids and checks the license card of one contractor. */
const contractor = [
  band(0, 180, C.sky),
  windowAt(20, 40, 96, 90, C.leaf),
  place(customer(C.coral), 206, 196, 0, 0.98),
  band(180, 320, C.amber) + rules("0,180 480,180"),
  place(bid(C.leaf, 88), 84, 230),
  place(bid(C.sun, 46), 222, 230),
  place(bid(C.brick, 64), 360, 230),
  place(licenseCard, 364, 124, 6, 1.15),
  reaching([180, 172], [124, 184], [126, 212], "flat", -10),
  reaching([232, 172], [280, 194], [304, 168], "hold", -10),
  place(mug, 440, 312),
];

export const planningScenes = {
  "emergency-preparedness": emergency,
  "contractor-selection": contractor,
};
