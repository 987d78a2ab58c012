import { C, el, flat, line, shade, shape } from "../../../app/components/mascot/ink.ts";
import type { Arm } from "../../../app/components/mascot/parts/arms.ts";
import * as props from "../../../app/components/mascot/parts/props.ts";
import { bush, place, tree, windowAt } from "../../../app/components/mascot/scenes/objects.ts";
import { band, block } from "../../../app/components/mascot/scenes/settings.ts";
import { buildHenryParts, placeHenry } from "../figures.ts";
import { blinking, glide } from "../motion.ts";

/** Henry at his desk writes the request down. */

const LINES = 3;
const SECONDS_PER_LINE = 0.52;
const FIRST_LINE = 0.1;
/** Of Henry. */
const SCALE = 0.62;

const room =
  band(-6, 280, C.pale) +
  windowAt(356, 76, 100, 92) +
  flat("357,140! 455,138! 455,167! 357,167!", C.grass) +
  place(tree(17, C.green), 428, 150) +
  bush(382, 150, 10, C.leaf) +
  line("406,76! 406,168!|356,122! 456,122!", 3.4) +
  block(22, 78, 104, 84, C.tan) +
  shape(
    "38,92! 48,92! 48,148! 38,148!|62,92! 86,92! 86,106! 79,106! 79,148! 69,148! 69,106! 62,106!",
    C.metal,
    3,
  ) +
  shape("102,92! 112,92! 116,148! 98,148!", C.orange, 3);

const desk =
  block(-6, 214, 492, 70, C.belt) +
  shade("-6,262! 486,262! 486,284! -6,284!") +
  // A desk phone.
  shape("44,250! 52,222 62,214! 104,214! 114,222 122,250!", C.orange) +
  el("circle", { cx: 83, cy: 234, r: 10, fill: C.cream }) +
  shape("40,214 38,200 46,194 60,196 64,204! 102,204! 106,196 120,194 128,200 126,214", C.orange) +
  shape("382,252! 378,214! 414,214! 410,252!", C.petrol) +
  line("412,222 428,224 426,240 411,242", 5);

/** The sheet, tilted towards us, and what is written on it so far. */
function sheet(t: number): string {
  const written = Array.from({ length: LINES }, (_, row) => {
    const begin = FIRST_LINE + row * SECONDS_PER_LINE;
    const length = 62 * glide(t, begin, begin + SECONDS_PER_LINE - 0.1);
    return length < 1
      ? ""
      : el("path", {
          d: `M${206 - row * 4} ${228 + row * 11}h${Math.round(length * 10) / 10}`,
          stroke: C.petrol,
          "stroke-width": 4,
        });
  });
  return shape("182,214! 290,214! 304,264! 166,264!", C.cream) + written.join("");
}

/** Where the pencil is, from the beginning of its line: it jumps back between two lines. */
function pencilAt(t: number): readonly [number, number] {
  const row = Math.min(LINES - 1, Math.max(0, Math.floor((t - FIRST_LINE) / SECONDS_PER_LINE)));
  const begin = FIRST_LINE + row * SECONDS_PER_LINE;
  const forth = glide(t, begin, begin + SECONDS_PER_LINE - 0.1);
  const back =
    row < LINES - 1 ? glide(t, begin + SECONDS_PER_LINE - 0.1, begin + SECONDS_PER_LINE) : 0;
  return [62 * (forth - back) - 4 * (row + back), 11 * (row + back)];
}

/** Henry's right arm with the pencil on the paper, in the units of `poses.ts`. */
function writingArm(t: number): Arm {
  const [x, y] = pencilAt(t);
  const isWriting = t > FIRST_LINE && t < FIRST_LINE + LINES * SECONDS_PER_LINE - 0.1;
  const tremble = isWriting ? 2.6 * Math.sin(t * 34) : 0;
  return {
    elbow: [Math.round(300 + x * 0.4), Math.round(326 + y * 0.3)],
    wrist: [Math.round(182 + x / SCALE), Math.round(292 + y / SCALE + tremble)],
    hand: "grip",
    held: props.pencil,
    turn: 60,
    flip: true,
  };
}

export function drawRequest(t: number): string {
  const { body, left, right } = buildHenryParts({
    face: blinking(t + 0.9),
    tilt: -2 + 4 * glide(t, 1.5, 1.9),
    left: { elbow: [58, 316], wrist: [122, 320], hand: "flat", turn: -6 },
    right: writingArm(t),
  });
  return [
    room,
    placeHenry(body, 232, 184, SCALE),
    desk,
    sheet(t),
    placeHenry(left.sleeve + left.forearm + right.sleeve + right.forearm, 232, 184, SCALE),
  ].join("");
}
