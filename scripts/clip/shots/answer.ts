import { C, dot, el, line, shape } from "../../../app/components/mascot/ink.ts";
import { rounded } from "../../../app/components/mascot/repair-parts/kit.ts";
import { checkedCard } from "../../../app/components/mascot/scenes/cards.ts";
import { curlyWoman } from "../../../app/components/mascot/scenes/home-looks.ts";
import { person } from "../../../app/components/mascot/scenes/home-people.ts";
import { place, windowAt } from "../../../app/components/mascot/scenes/objects.ts";
import { band, block } from "../../../app/components/mascot/scenes/settings.ts";
import { mobile } from "../figures.ts";
import { brake, glide, grown, moved, turned } from "../motion.ts";

/** The customer looks at one professional on her phone, and says yes. */

const TAP = 0.9;

const kitchen =
  band(-6, 280, C.leaf) +
  windowAt(20, 84, 74, 74) +
  band(206, 280, C.cream) +
  block(-6, 200, 492, 13, C.white) +
  line("120,213! 120,280!|250,213! 250,280!|380,213! 380,280!", 3);

/** Around (0, 0). */
const button = (fill: string, mark: string) => rounded(-30, -17, 60, 34, 15, fill) + mark;
const yes = button(C.green, line("-10,0! -3,7! 11,-8!", 6, C.white));
const no = button(C.cream, line("-8,-8! 8,8!|8,-8! -8,8!", 6));

/** The screen of her phone, close up, around (0, 0). */
function screen(t: number): string {
  const card = brake(t, 0, 0.5);
  const press = glide(t, TAP - 0.12, TAP) - glide(t, TAP + 0.06, TAP + 0.25);
  const ring = glide(t, TAP, TAP + 0.45);
  return [
    rounded(-78, -128, 156, 256, 20, C.deep),
    rounded(-66, -114, 132, 222, 8, C.sky),
    `<g opacity="${Math.round(card * 100) / 100}">${moved(checkedCard, -2, 48 + 40 * (1 - card))}</g>`,
    moved(no, 33, 80),
    grown(yes, -33, 80, 1 - 0.14 * press),
    ring > 0 && ring < 1
      ? el("circle", {
          cx: -33,
          cy: 80,
          r: Math.round(22 + 30 * ring),
          fill: "none",
          stroke: C.orange,
          "stroke-width": 6,
          opacity: Math.round((1 - ring) * 100) / 100,
        })
      : "",
    dot(0, -121, 3, C.metal),
  ].join("");
}

/** She holds her phone; her other hand comes up with its thumb. */
function customer(t: number): string {
  const up = brake(t, TAP + 0.1, TAP + 0.5);
  const at = (from: number, to: number) => from + (to - from) * up;
  return person(curlyWoman, {
    mood: t < TAP ? "curious" : "happy",
    glance: 0.9,
    left: {
      elbow: [at(-60, -78), at(84, 78)],
      wrist: [at(-30, -66), at(124, 16)],
      hand: up > 0.3 ? "thumb" : "fist",
      turn: -6,
      flip: up > 0.3,
    },
    right: { elbow: [84, 70], wrist: [74, 14], hand: "grip", held: mobile, turn: -40 },
  });
}

export function drawAnswer(t: number): string {
  return [
    kitchen,
    place(customer(t), 148, 192, 0, 0.9),
    shape("262,-8! 486,-8! 486,280! 236,280!", C.coral),
    turned(moved(screen(t), 370, 136), 3, 370, 136),
  ].join("");
}
