import { C, dot, el, flat, line, shade, shape } from "../ink.ts";
import { disc, radial, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { frontCar, shop } from "./auto-cars.ts";
import { place, warningTriangle } from "./objects.ts";
import { henry, henryLeft } from "./people.ts";
import { band, block, sky } from "./settings.ts";
import { facingLeft } from "./worker.ts";

/** Five spokes of an alloy wheel, `r` from its hub to the rim. */
const alloy = (x: number, y: number, r: number) =>
  disc(x, y, r, C.deep) +
  [0, 72, 144, 216, 288]
    .map((turn) =>
      place(
        shape(
          `-4,-6! ${Math.round(-r * 0.24)},${-r + 2}! ${Math.round(r * 0.24)},${-r + 2}! 4,-6!`,
          C.mist,
          3,
        ),
        x,
        y,
        turn,
      ),
    )
    .join("") +
  disc(x, y, r, "none") +
  disc(x, y, Math.round(r * 0.24), C.metal, 3);

/** A tire from its side, with its tread as a ring of blocks. */
const tire = (x: number, y: number, r: number, rim: number) => {
  const ring = { cx: x, cy: y, fill: "none" };
  return (
    dot(x, y, r, C.ink) +
    el("circle", { ...ring, r, "stroke-width": 7, "stroke-dasharray": "9 6" }) +
    el("circle", { ...ring, r: Math.round((r + rim) / 2) + 3, stroke: C.petrol })
  );
};

/** A car at the curb, its rear wheel off the ground: the spare is on, the flat one beside it. */
const liftedCar =
  place(
    shape(
      "-10,36! 96,28! 150,66 210,94! 268,102 300,116 310,142! 312,192! 300,204! -10,204!",
      C.brick,
    ) +
      shape("-10,48! 88,40! 126,68 142,92! -10,94!", C.sky, 3.4) +
      line("150,94! 146,152 104,178", 3) +
      rules("112,116 134,116", 4) +
      shade("-10,178! 312,178! 312,192! 300,204! -10,204!") +
      shape("310,122! 296,124! 298,150! 312,150!", C.orange, 3) +
      shape("110,204! 112,166 136,130 190,116 244,130 268,166 270,204!", C.ink, 3.4),
    0,
    0,
    -3,
  ) +
  tire(191, 192, 62, 40) +
  disc(191, 192, 40, C.mist) +
  radial(10, 191, 192, 29, 3, 6);

const jack =
  line("0,-2! -24,-30! 0,-58! 24,-30! 0,-2!", 12) +
  line("0,-2! -24,-30! 0,-58! 24,-30! 0,-2!", 4, C.sun) +
  rules("-26,-30 34,-30", 6) +
  rules("-16,-60 16,-60|-22,0 22,0", 10);

/** The tire that went flat, with the nail in it, standing on (0, 0). */
const flatTire =
  shape("-46,-44 -38,-80 0,-96 38,-80 46,-44 42,-20 56,-6 50,0! -50,0! -56,-6 -42,-20", C.ink) +
  disc(0, -50, 28, C.mist) +
  radial(5, 0, -50, 14, 3, 7) +
  line("-20,-92! -32,-110!|-40,-106! -24,-114!", 5, C.orange);

/** The car is lifted at the curb: from the sidewalk, Henry tightens the nuts of the spare wheel. */
const tireService = [
  sky(),
  band(208, 232, C.grass) + line("0,208! 480,207!|0,232! 480,232!", 3),
  band(232, 326, C.metal),
  flat("20,242! 90,242! 86,248! 14,248!|150,242! 220,242! 216,248! 144,248!", C.cream, ".8"),
  shade("130,274! 480,274! 480,286! 120,286!"),
  place(warningTriangle, 36, 262, 0, 1.1),
  facingLeft(liftedCar + place(jack, 98, 280, 0, 1.15), 240),
  place(flatTire, 434, 286, 0, 0.82),
  tube("255,164! 324,222!", 7, C.orange) +
    tube("255,222! 324,162!", 7, C.orange) +
    disc(289, 193, 10, C.sun, 3.4),
  band(294, 326, C.stone) + block(-6, 284, 492, 11, C.white, 3.4),
  henry(
    159,
    290,
    {
      hip: [-30, -75],
      neck: [10, -122],
      tilt: 6,
      gloves: C.sun,
      nearArm: { elbow: [54, -88], wrist: [106, -78], hand: "grip", turn: 20 },
      farArm: { elbow: [64, -130], wrist: [108, -140], hand: "grip" },
      nearLeg: { knee: [-4, -18], ankle: [-58, -11], toes: 84 },
      farLeg: { knee: [30, -66], ankle: [26, -17] },
    },
    0.86,
  ),
];

/** A front tire that stands on (x, 0), its top turned by degrees. */
const tilted = (x: number, turn: number) =>
  place(
    rounded(-27, -104, 54, 106, 14, C.ink) + repeat([-12, -94, -12, -8], [12, 0], 3, 3.4, C.metal),
    x,
    0,
    turn,
  );

/** Lasers over a wheel that stands on (x, 270): how it should stand, how it does, the angle. */
const lasers = (x: number, side: 1 | -1) => {
  const at = (dx: number, y: number) => `${x + dx * side},${y}!`;
  return (
    flat(`${at(0, 270)} ${at(0, 66)} ${at(26, 66)} ${at(54, 76)}`, C.sun, ".75") +
    line(`${at(0, 280)} ${at(0, 50)}`, 5, C.petrol) +
    line(`${at(0, 270)} ${at(58, 52)}`, 6, C.orange) +
    line(`${at(5, 84)} ${x + 24 * side},84 ${at(45, 90)}`, 4) +
    line(`${at(36, 80)} ${at(46, 90)} ${at(34, 97)}`, 4)
  );
};

/** The front wheels stand at an angle: lasers mark by how much they are out. */
const wheelAlignment = [
  shop(C.sky, C.metal, 222),
  block(-6, 214, 492, 12, C.sun, 3),
  shape("34,268! 186,268! 176,290! 44,290!|294,268! 446,268! 436,290! 304,290!", C.petrol),
  place(frontCar(C.cream, tilted(-112, -15) + tilted(112, 15), C.water), 240, 270, 0, 1.2),
  lasers(110, -1),
  lasers(370, 1),
];

/** A shelf full of tires, its board at `y`. */
const rack = (y: number, fill: string) =>
  [40, 104, 168, 232, 296, 360, 424]
    .map((x) => dot(x, y - 35, 31, C.metal, 31, true) + disc(x, y - 35, 16, fill, 3))
    .join("") + block(-6, y - 4, 492, 12, C.belt, 3.4);

/** Henry rolls a big tire on an alloy wheel past racks of tires. */
const tiresWheels = [
  shop(C.wall, C.tan, 258),
  rack(84, C.cream),
  rack(172, C.cream),
  rules("8,-4 8,258|472,-4 472,258", 12),
  tire(172, 208, 88, 50),
  alloy(172, 208, 54),
  henryLeft(336, 298, {
    hip: [-8, -84],
    neck: [26, -136],
    tilt: 2,
    mood: "happy",
    nearArm: { elbow: [56, -106], wrist: [92, -122], hand: "flat" },
    farArm: { elbow: [66, -140], wrist: [98, -158], hand: "flat" },
    nearLeg: { knee: [-16, -48], ankle: [-48, -20], toes: 24 },
    farLeg: { knee: [18, -54], ankle: [12, -17] },
  }),
];

export const autoWheelsScenes = {
  "tire-service": tireService,
  "wheel-alignment": wheelAlignment,
  "tires-wheels": tiresWheels,
};
