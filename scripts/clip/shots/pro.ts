import { C, dot, flat, line, shape } from "../../../app/components/mascot/ink.ts";
import { figures } from "../../../app/components/mascot/poses.ts";
import { greenJacket } from "../../../app/components/mascot/scenes/home-looks.ts";
import { person } from "../../../app/components/mascot/scenes/home-people.ts";
import { place, van } from "../../../app/components/mascot/scenes/objects.ts";
import { home } from "../../../app/components/mascot/scenes/page-people.ts";
import { block } from "../../../app/components/mascot/scenes/settings.ts";
import { buildHenryParts, checkDisc, mobile, placeHenry } from "../figures.ts";
import { blinking, glide, grown, pop } from "../motion.ts";

/** Henry phones one professional, who stands on a street by the van. */

const workshop =
  flat("-6,-6! 260,-6! 260,280! -6,280!", C.sun) +
  block(6, 74, 46, 96, C.tan) +
  shape("20,86! 36,86! 36,98! 32,98! 32,156! 24,156! 24,98! 20,98!", C.metal, 3);

const street =
  shape("212,-6! 486,-6! 486,280! 242,280!", C.sky) +
  flat("356,60! 364,48 382,48 394,34 414,36 424,48 442,50 448,60!", C.white, ".8") +
  place(home(C.cream, C.brick), 300, 196, 0, 0.8) +
  flat("236,192! 486,190! 486,280! 246,280!", C.grass) +
  flat("238,224! 486,224! 486,280! 246,280!", C.stone) +
  line("236,192! 486,190!|238,224! 486,224!", 3) +
  place(van, 344, 240, 0, 1.2);

const gutter = shape("208,-8! 222,-8! 252,280! 238,280!", C.white);

/** The call on its way from one phone to the other. */
function call(t: number): string {
  return [0, 1, 2, 3]
    .map((index) => {
      const way = (t * 0.9 + index / 4) % 1;
      const size =
        9 *
        glide(way, 0, 0.12) *
        (1 - glide(way, 0.88, 1)) *
        glide(t, 0, 0.3) *
        (1 - glide(t, 1.65, 1.95));
      return grown(
        dot(0, 0, 10, C.orange, 10, true),
        182 + 168 * way,
        130 - 44 * Math.sin(Math.PI * way),
        size < 3 ? 0 : size / 10,
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
  const { body, left, right } = buildHenryParts({
    ...figures.call,
    face: blinking(t + 0.5),
    tilt: 4 - 5 * (glide(t, 0.25, 0.55) - glide(t, 0.95, 1.25)),
    left: { elbow: [74, 300], wrist: [112, 350], hand: "fist", turn: 12 },
  });
  return [
    workshop,
    placeHenry(body + left.sleeve + left.forearm, 112, 186, 0.62),
    placeHenry(right.sleeve + right.forearm, 112, 186, 0.62),
    street,
    place(professional, 416, 174, 0, 0.86),
    gutter,
    call(t),
    grown(checkDisc, 308, 168, 1.1 * pop(t, 0.8, 1.15)),
  ].join("");
}
