import { C, dot, flat, line } from "../../../app/components/mascot/ink.ts";
import { curlyWoman } from "../../../app/components/mascot/scenes/home-looks.ts";
import { person } from "../../../app/components/mascot/scenes/home-people.ts";
import { bush, place, tree, van } from "../../../app/components/mascot/scenes/objects.ts";
import { home } from "../../../app/components/mascot/scenes/page-people.ts";
import { band } from "../../../app/components/mascot/scenes/settings.ts";
import { brake, grown, moved, turned } from "../motion.ts";

/** The professional's van drives up to the house. */

const STOP = 1.35;
const SCALE = 1.15;

const street =
  band(-6, 280, C.sky) +
  flat("186,104! 194,92 210,92 222,80 240,82 250,92 266,94 272,104!", C.white, ".8") +
  place(tree(24, C.leaf), 152, 196) +
  place(home(C.leaf, C.petrol), 62, 196, 0, 0.72) +
  place(tree(30, C.green), 284, 200) +
  flat("-6,194! 486,194! 486,280! -6,280!", C.grass) +
  line("-6,194 120,193 280,195 486,194") +
  place(home(C.cream, C.brick), 384, 212, 0, 1.08) +
  flat("370,213! 398,213! 414,236! 358,236!", C.sand) +
  bush(446, 216, 12, C.leaf) +
  flat("-6,222! 486,222! 486,236! -6,236!", C.stone) +
  flat("-6,236! 486,236! 486,280! -6,280!", C.metal) +
  line("-6,222! 486,222!|-6,236! 486,236!", 3);

/** Hubs that show how the wheels turn. */
const hub = (x: number, degrees: number) =>
  turned(line(`${x - 7},-12! ${x + 7},-12!|${x},-19! ${x},-5!`, 3), degrees, x, -12);

function drivenVan(t: number): string {
  const way = brake(t, 0, STOP);
  const x = -120 + 280 * way;
  const degrees = (x / (16 * SCALE)) * 57.3;
  // It dips at the nose when it stops.
  const dip =
    t > STOP - 0.35 ? 1.6 * Math.exp(-(t - STOP + 0.35) * 6) * Math.sin((t - STOP + 0.35) * 16) : 0;
  const bounce = 1.1 * Math.sin(t * 17) * (1 - way);
  return grown(
    turned(moved(van, 0, bounce), dip, 46, -12) + hub(-42, degrees) + hub(46, degrees),
    x,
    260,
    SCALE,
  );
}

/** Puffs that stay behind the van and vanish. */
function exhaust(t: number): string {
  return [0.05, 0.2, 0.4, 0.65]
    .map((begin) => {
      const age = (t - begin) / 0.7;
      if (age < 0 || age > 1) return "";
      const x = -120 + 280 * brake(begin, 0, STOP) - 96;
      return grown(dot(0, 0, 10, C.white, 10, true), x - 16 * age, 248 - 14 * age, (1 - age) * 1.1);
    })
    .join("");
}

/** She stands by her door and raises her hand. */
function customer(t: number): string {
  const up = brake(t, 0.9, 1.3);
  const at = (from: number, to: number) => from + (to - from) * up;
  return person(curlyWoman, {
    glance: -0.8,
    left: {
      elbow: [at(-62, -76), at(74, 30)],
      wrist: [at(-56, -84), at(118, -26)],
      hand: up > 0.3 ? "open" : "rest",
    },
    right: { elbow: [62, 74], wrist: [56, 118] },
    hasLegs: true,
  });
}

export function drawArrival(t: number): string {
  return [street, place(customer(t), 338, 154, 0, 0.31), exhaust(t), drivenVan(t)].join("");
}
