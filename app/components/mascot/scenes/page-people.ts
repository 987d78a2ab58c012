import { C, dot, dots, line, shape, strokes } from "../ink.ts";
import { type Arm, arm } from "../parts/arms.ts";
import { neck, overalls, shirt } from "../parts/body.ts";
import { type Expression, head } from "../parts/head.ts";
import { limb } from "../parts/limb.ts";
import { rounded } from "../repair-parts/kit.ts";
import { hardHat, toPoints } from "../small-objects.ts";
import { house, place } from "./objects.ts";
import { block } from "./settings.ts";

/** People and things that the pictures of pages share. */

type Look = {
  shirt: string;
  hair: string;
  long?: boolean;
  worried?: boolean;
  back?: boolean;
  hat?: string;
};

/** An arm along a line, ending in a hand. */
export function sleeve(spec: string, fill: string): string {
  const [x = 0, y = 0] = (spec.split(" ").at(-1) ?? "").replace("!", "").split(",").map(Number);
  return line(spec, 21) + line(spec, 13, fill) + dot(x, y, 9, C.skin, 9, true);
}

const face = (worried = false) =>
  dots(toPoints("-9,-74 9,-74"), 3, 4) +
  (worried
    ? line("-7,-58 0,-62 7,-58|-14,-82! -6,-85!|14,-82! 6,-85!", 3)
    : line("-9,-63 0,-57 9,-63", 3));

/** A person from the front, to the waist: stands on (0, 0), 110 tall. */
export const bust = ({ shirt, hair, long, worried, back, hat }: Look) =>
  (long ? shape("-27,-88 -35,-54 -30,-34! 30,-34! 35,-54 27,-88 0,-106", hair, 3.4) : "") +
  shape("-34,0! -33,-32 -18,-45 0,-48 18,-45 33,-32 34,0!", shirt) +
  shape("-8,-54! 8,-54! 9,-43 0,-38 -9,-43", C.skin, 3) +
  dot(0, -76, 25, back ? hair : C.skin, 26, true) +
  (back
    ? ""
    : shape("-26,-72! -28,-92 -14,-107 6,-109 24,-99 27,-74! 18,-88 2,-92 -16,-86", hair, 3.4) +
      face(worried)) +
  (hat ? place(`<g stroke-width="6">${hardHat.replaceAll(C.sun, hat)}</g>`, 0, -86, 0, 0.6) : "");

/** A house of `objects.ts` with a wall up to its ridge. */
export const home = (wall: string, roof: string, lit = false) =>
  shape("-66,-80! 0,-140! 66,-80!", wall) + house(wall, roof, lit);

/** A whole person from the front, 166 tall. */
export const person = (look: Look, pants: string = C.petrol) =>
  line("-13,-58! -14,-10!|13,-58! 14,-10!", 28) +
  line("-13,-58! -14,-10!|13,-58! 14,-10!", 20, pants) +
  shape("-32,0! -30,-10 -18,-14 -3,-12! -3,0!|32,0! 30,-10 18,-14 3,-12! 3,0!", C.bark, 3.4) +
  place(bust(look), 0, -56);

/** A phone that stands upright on (0, 0), 100 tall, with an empty screen. */
export const mobile = (screen: string = C.cream) =>
  rounded(-28, -100, 56, 100, 9, C.deep) +
  block(-20, -88, 40, 70, screen, 3) +
  dot(0, -9, 4, C.mist);

/** An arm that is left out hangs down: only its sleeve is drawn. */
type Front = { face: Expression; tilt?: number; left?: Arm; right?: Arm; worn?: string };

const hanging: { left: Arm; right: Arm } = {
  left: { elbow: [100, 300], wrist: [104, 352], hand: "rest" },
  right: { elbow: [302, 300], wrist: [298, 352], hand: "rest" },
};

/** Henry from the front to his waist, his neck at (x, y): he stands behind a table or a fence. */
export function henry(x: number, y: number, scale: number, front: Front): string {
  const left = arm("left", front.left ?? hanging.left);
  const right = arm("right", front.right ?? hanging.right);
  const body = [
    neck,
    shirt,
    left.sleeve,
    right.sleeve,
    overalls,
    head(front.face, front.tilt),
    front.worn ?? "",
    front.left ? left.forearm : "",
    front.right ? right.forearm : "",
  ].join("");
  return place(
    `<g stroke-width="${Math.round(40 / scale) / 10}">${body}</g>`,
    Math.round(x - 200 * scale),
    Math.round(y - 205 * scale),
    0,
    scale,
  );
}

export const headset =
  line("132,142 116,96 134,44 200,14 268,40 286,96 272,142", 16) +
  line("132,142 116,96 134,44 200,14 268,40 286,96 272,142", 7, C.metal) +
  rounded(112, 118, 28, 54, 10, C.deep) +
  rounded(264, 118, 28, 54, 10, C.deep) +
  line("128,170 138,194 172,200", 6) +
  dot(176, 200, 8, C.deep, 8, true);

export const question = (x: number, y: number, color: string = C.cream) =>
  line(
    `${x - 16},${y - 16} ${x - 12},${y - 28} ${x},${y - 34} ${x + 14},${y - 28} ${x + 16},${y - 14} ${x + 8},${y - 4} ${x},${y + 4} ${x},${y + 12}!`,
    9,
    color,
  ) + dot(x, y + 28, 6, color);

/** The sign for a house, standing on (0, 0), 68 wide. */
export const cottage =
  shape("-26,0! -26,-34! 0,-56! 26,-34! 26,0!", C.sun) +
  line("-34,-30! 0,-58! 34,-30!", 11) +
  line("-34,-30! 0,-58! 34,-30!", 5, C.orange) +
  block(-8, -22, 16, 22, C.petrol, 3.4);

/** Someone who walks to the right with a phone at her ear, 220 tall, standing on y = 300. */
export const caller = () => {
  const far = limb([384, 216], [410, 252], [418, 288], [14, 12, 10]);
  const near = limb([378, 216], [368, 254], [342, 284], [14, 12, 10]);
  const arm = limb([380, 174], [416, 206], [392, 152], [11, 10, 8]);
  return (
    shape(
      "410,282! 424,282! 440,294 440,301! 408,301!|334,278! 350,286! 352,296 340,304! 326,292!",
      C.bark,
      3.4,
    ) +
    far.tube(0, 1, 0, C.deep) +
    near.tube(0, 1, 0, C.petrol) +
    shape("352,222! 356,180 368,158 384,152 398,158 408,180 410,224!", C.coral) +
    shape("376,156! 376,138! 396,138! 396,156!", C.skin, 3.4) +
    shape("352,152 342,120 352,88 384,76 412,88 410,110! 382,124 380,152!", C.bark, 3.4) +
    shape(
      "366,96 364,124 376,142 396,144 412,138 414,126! 422,120 414,110 412,92 390,98",
      C.skin,
      3.6,
    ) +
    dot(404, 112, 3, C.ink, 4.4) +
    strokes("396,102 410,98 2", 3.4, C.bark) +
    line("402,132 408,129 412,131", 3) +
    block(378, 98, 12, 36, C.ink, 2.6) +
    arm.tube(0.3, 1, 0, C.skin) +
    arm.tube(0, 0.55, 1, C.coral) +
    shape("384,150 374,138 374,122 382,116 394,120 398,136 400,150", C.skin, 3.4) +
    strokes("374,126 386,126 1|374,134 387,134 1", 2)
  );
};
