import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { aim } from "./aim.ts";
import { sideCar } from "./auto-cars.ts";
import { bush, house, place, puddle, puffs } from "./objects.ts";
import { beam } from "./outdoor-kit.ts";
import { henry } from "./people.ts";
import { band, block, sky } from "./settings.ts";
import { facingLeft, workingHand } from "./worker.ts";

const armchair =
  shape(
    "-43,0! -47,-42 -37,-50 -29,-40! -27,-66 -17,-74 17,-74 27,-66 29,-40! 37,-50 47,-42 43,0!",
    C.coral,
  ) + line("-29,-40! -27,-22! 27,-22! 29,-40!", 3);

/** A sunroom of glass at the back of a house, lit at night. */
const sunrooms = [
  band(0, 320, C.petrol) + repeat([0, 66, 480, 66], [0, 24], 9, 2.4, C.deep),
  block(-6, -6, 492, 44, C.ink) + block(-6, 34, 492, 12, C.metal),
  block(24, 110, 72, 92, C.sun) + line("60,110! 60,202!|24,156! 96,156!", 4),
  band(262, 320, C.deep) + line("0,262! 480,262!"),
  flat("110,274! 460,274! 480,310! 80,310!", C.pale, ".25"),
  shape("196,66! 404,66! 462,128! 134,128!", C.pale),
  block(138, 128, 322, 140, C.pale),
  flat("140,240! 458,240! 458,266! 140,266!", C.amber),
  line("300,134! 300,154!", 3) + shape("280,174! 288,154! 312,154! 320,174!", C.orange),
  place(armchair, 219, 258),
  shape("402,262! 396,232! 438,232! 432,262!", C.brick) +
    shape(
      "417,232! 380,214 376,182 400,200! 394,164 414,150 420,196! 436,160 456,172 436,206! 456,200 452,222 424,232!",
      C.green,
    ),
  beam("134,128 462,128|138,264 460,264", 7, C.white),
  beam(
    "248,68 216,126|300,68 300,126|352,68 382,126|196,66 404,66|196,66 134,128|404,66 462,128",
    4,
    C.white,
  ),
  beam(
    "142,132 142,262|219,132 219,262|300,132 300,262|380,132 380,262|456,132 456,262",
    4,
    C.white,
  ),
  strokes(
    "154,204 196,150 0|156,226 206,160 0|312,226 356,166 0|236,112 260,80 0|370,112 356,86 0",
    4,
    C.white,
  ),
];

/** In a hand: a caulking gun, its nozzle towards -y. */
const caulkGun =
  shape("-44,-36! 40,-34! 40,-10! -44,-10!", C.ink) +
  shape("-20,-36! 20,-36! 20,-108! -20,-108!", C.orange) +
  shape("-8,-108! 8,-108! 3,-146! -3,-146!", C.white);

const chair =
  line("-24,0! -20,-46! 22,-46! 26,0!", 7) +
  line("-20,-46! -32,-104!", 13) +
  line("-20,-46! -32,-104!", 5, C.coral) +
  line("-24,-48! 26,-48!", 13) +
  line("-24,-48! 26,-48!", 5, C.coral);

/** After the rain Henry seals the joint between a house and its patio cover. */
const patioCovers = [
  band(0, 320, C.sky),
  // The rain moves off.
  line("444,58! 434,82!|466,58! 452,92!|484,62! 460,118!|478,124! 464,156!", 4.4, C.petrol),
  puffs("408,44,16 432,30,22 462,26,24 484,40,20 444,48,14", C.metal),
  bush(300, 250, 40) + bush(380, 250, 30, C.green) + bush(456, 262, 40),
  band(248, 320, C.stone) + line("0,248! 480,248!"),
  puddle(232, 262, 40) + strokes("214,261 236,259 2|240,265 254,264 2", 3, C.white),
  dot(270, 26, 22, C.sun, 22, true),
  block(-6, -6, 116, 268, C.wall) + repeat([0, 30, 108, 30], [0, 24], 10, 2.2, C.tan),
  block(8, 120, 80, 142, C.sky) + line("48,120! 48,260!", 4),
  shade("110,94! 424,136! 424,250! 110,250!"),
  block(404, 126, 18, 160, C.white) + block(396, 280, 34, 10, C.metal),
  shape("110,62! 450,110! 450,140! 110,94!", C.white),
  shape("110,30! 456,94! 456,114! 110,64!", C.petrol),
  rules("180,44 180,72|250,57 250,83|320,70 320,94|390,82 390,104", 3),
  place(chair, 278, 290) + facingLeft(place(chair, 368, 290), 368),
  line("298,222! 348,222!", 12) +
    line("298,222! 348,222!", 4, C.white) +
    line("323,226! 323,286!|308,288! 338,288!", 7),
  shape("112,96 124,94 136,100 128,124 116,118", C.orange, 3),
  facingLeft(
    henry(
      194,
      304,
      {
        hip: [0, -84],
        neck: [8, -144],
        tilt: -12,
        nearArm: { elbow: [52, -146], wrist: [64, -180], held: caulkGun, turn: 6 },
        farArm: { elbow: [52, -112], wrist: [88, -132], hand: "flat" },
        nearLeg: { knee: [-10, -52], ankle: [-26, -17] },
        farLeg: { knee: [20, -54], ankle: [24, -17] },
      },
      0.82,
    ),
    194,
  ),
];

/** A carport under snow, the car below it dry. */
const carports = [
  sky(),
  place(house(C.cream, C.brick), 34, 230, 0, 0.62),
  band(226, 320, C.mist) + line("0,226 120,222 300,228 480,224"),
  place(
    [
      shape("96,258! 420,258! 450,310! 70,310!", C.metal),
      beam("126,120 126,250|394,120 394,250", 7, C.mist),
      place(sideCar(C.brick), 261, 288, 0, 0.88),
      shape("60,98! 260,66! 460,98! 460,122! 260,92! 60,122!", C.petrol),
      shape(
        "60,98 66,82 120,72 190,54 260,42 340,56 400,72 456,84 462,98! 440,104 400,96! 260,70! 110,98 84,106",
        C.white,
      ),
      beam("96,124 96,296|424,124 424,296", 9, C.metal),
    ].join(""),
    36,
    22,
    0,
    0.86,
  ),
  dots(
    toPoints(
      "30,120 66,60 120,30 204,20 350,26 420,50 474,130 20,60 452,190 40,280 466,250 300,14",
    ),
    4,
    4,
    C.white,
  ),
];

const mosquito = (x: number, y: number, turn: number, scale = 1) =>
  place(
    shape("-2,-4 -20,-26 -8,-32 4,-8|4,-4 4,-30 18,-28 10,-4", C.white, 2.6) +
      line("-4,4! -12,20! -18,22!|4,4! 4,22! -2,28!|10,2! 18,18! 16,26!|-20,2! -36,10!", 2.6) +
      shape("-14,-4 6,-6 34,4 32,10 4,6 -12,6", C.ink, 2.6) +
      dot(-16, 1, 8, C.ink),
    x,
    y,
    turn,
    scale,
  );

/** The mesh of a screen in a frame. */
const mesh = (x: number, y: number, width: number, height: number) =>
  `<g opacity=".45">${repeat([x, y + 12, x + width, y + 12], [0, 13], Math.floor(height / 13), 1.8)}${repeat([x + 12, y, x + 12, y + height], [13, 0], Math.floor(width / 13), 1.8)}</g>`;

/** In a hand: a roller that presses the cord of a screen into its frame, its wheel towards x. */
const splineRoller =
  shape("-52,-32! 40,-32! 48,-26! 48,-14! 40,-8! -52,-8!", C.sun) +
  shape("46,-26! 78,-30! 92,-20! 78,-10! 46,-14!", C.metal) +
  dot(96, -20, 17, C.metal, 17, true) +
  dot(96, -20, 4, C.ink);

/** Inside a screened porch: a hand presses new mesh into its frame; mosquitoes want to come in. */
const screenRooms = [
  band(0, 320, C.sky),
  bush(70, 240, 50) +
    bush(200, 240, 56, C.green) +
    bush(340, 240, 44) +
    bush(440, 240, 50, C.green),
  band(222, 320, C.grass),
  mosquito(96, 112, -20, 0.9) + mosquito(376, 110, 10, 1.2) + mosquito(424, 168, -14, 1),
  mesh(-6, 56, 168, 200) + mesh(184, 56, 118, 200),
  band(0, 44, C.tan) + repeat([0, 16, 480, 16], [0, 14], 2, 2.4),
  band(268, 320, C.belt) + repeat([0, 290, 480, 290], [0, 18], 2, 2.4),
  block(-6, 40, 492, 20, C.white),
  block(-6, 256, 492, 20, C.white),
  block(160, 58, 22, 200, C.white) + block(458, 58, 40, 200, C.white),
  // The rest of the mesh hangs as a roll.
  flat("300,62! 312,60! 312,254! 300,252!", C.mist, ".8"),
  shape("300,60! 318,56 326,60! 326,250! 318,256 300,252!", C.mist, 3.4) +
    rules(
      "300,84 326,84|300,110 326,110|300,136 326,136|300,162 326,162|300,188 326,188|300,214 326,214|309,58 309,252|318,58 318,252",
      1.8,
      C.metal,
    ),
  // The cord that holds the mesh, and its loose end.
  line("184,60! 310,60!|184,258! 310,258!", 7) +
    line("184,60! 310,60!|184,258! 310,258!", 3, C.orange),
  line("184,60! 184,180 190,214 214,262 206,300", 8) +
    line("184,60! 184,180 190,214 214,262 206,300", 3.4, C.orange),
  place(armchair, 76, 306, 0, 1.5),
  workingHand(aim({ elbow: [420, 340], wrist: [266, 214], held: splineRoller, scale: 1.2 }, 206)),
];

export const outdoorRoomScenes = {
  sunrooms,
  "patio-covers": patioCovers,
  carports,
  "screen-rooms": screenRooms,
};
