import { C, dot, flat, shape } from "../../../app/components/mascot/ink.ts";
import { figures } from "../../../app/components/mascot/poses.ts";
import { greenJacket } from "../../../app/components/mascot/scenes/home-looks.ts";
import { person } from "../../../app/components/mascot/scenes/home-people.ts";
import { place, tree, van } from "../../../app/components/mascot/scenes/objects.ts";
import { home } from "../../../app/components/mascot/scenes/page-people.ts";
import { block } from "../../../app/components/mascot/scenes/settings.ts";
import { checkDisc, henryParts, mobile, placeHenry } from "../figures.ts";
import { blinking, glide, grown, pop, sway, turned } from "../motion.ts";

/** Henry phones one professional, who stands on a street by the van. */

const workshop =
  flat("-6,-6! 260,-6! 260,280! -6,280!", C.sun) +
  block(6, 74, 46, 96, C.tan) +
  shape("20,86! 36,86! 36,98! 32,98! 32,156! 24,156! 24,98! 20,98!", C.metal, 3);

const street =
  flat("200,-6! 486,-6! 486,280! 200,280!", C.sky) +
  flat("360,60! 368,48 386,48 398,34 418,36 428,48 446,50 452,60!", C.white, ".8") +
  place(home(C.cream, C.brick), 452, 190, 0, 0.9) +
  place(tree(26, C.leaf), 252, 190) +
  flat("200,188! 486,186! 486,280! 200,280!", C.grass) +
  flat("200,222! 486,222! 486,280! 200,280!", C.stone) +
  place(van, 300, 234, 0, 1.15);

const gutter = shape("208,-8! 222,-8! 252,280! 238,280!", C.white);

/** The call on its way from one phone to the other. */
function call(t: number): string {
  return [0, 1, 2, 3]
    .map((index) => {
      const way = (t * 0.9 + index / 4) % 1;
      const size = 7 * glide(way, 0, 0.2) * (1 - glide(way, 0.8, 1)) * glide(t, 0.5, 0.8);
      return grown(
        dot(0, 0, 10, C.orange, 10, true),
        182 + 142 * way,
        128 - 50 * Math.sin(Math.PI * way),
        size / 10,
      );
    })
    .join("");
}

const professional = person(greenJacket, {
  glance: -0.6,
  left: { elbow: [-70, 66], wrist: [-38, 108], hand: "fist", turn: 14 },
  right: { elbow: [72, 62], wrist: [50, -6], hand: "grip", held: mobile, turn: -46 },
  hasLegs: true,
});

export function drawPro(t: number): string {
  const { body, left, right } = henryParts({
    ...figures.call,
    face: blinking(t + 0.5),
    tilt: 3 + 2.5 * sway(t, 0.7),
    left: { elbow: [74, 300], wrist: [112, 350], hand: "fist", turn: 12 },
  });
  return [
    workshop,
    placeHenry(body + left.sleeve + left.forearm, 112, 186, 0.62),
    placeHenry(right.sleeve + right.forearm, 112, 186, 0.62),
    street,
    turned(place(professional, 384, 174, 0, 0.86), 1.4 * sway(t + 0.4, 0.6), 384, 270),
    gutter,
    call(t),
    grown(checkDisc, 440, 116, 1.1 * pop(t, 1.1, 1.5)),
  ].join("");
}
