import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { backdrop, bush, car, cloud, ground, place, wheel, wrench } from "./scene.ts";

const repair = [
  backdrop,
  car(C.petrol, true),
  strokes("62,104 56,84 4|78,104 76,80 4|92,106 96,88 -4", 3, C.metal),
  place(wrench, 232, 72, 48, 0.7),
  shape("4,193! 5,164! 12,156! 27,156! 28,193!", C.sun) +
    shape("12,156! 13,146! 24,146! 25,156!", C.deep, 3.4) +
    dots([[16, 176]], 5, 5, C.orange),
  ground,
];

const tread = (x: number, y: number, w: number) =>
  shape(
    `${x},${y} ${x + 6},${y - 24}! ${x + w - 6},${y - 25}! ${x + w},${y} ${x + w - 6},${y + 3}! ${x + 6},${y + 3}!`,
    C.ink,
  ) +
  line(
    Array.from(
      { length: 5 },
      (_, i) =>
        `${x + 14 + (i * (w - 28)) / 4},${y - 18}! ${x + 14 + (i * (w - 28)) / 4},${y - 4}!`,
    ).join("|"),
    3,
    C.metal,
  );

const spoke = "-7,-18! -9,-46! 9,-46! 7,-18!";
const tires = [
  backdrop,
  dot(112, 116, 76, C.ink, 76, true) + line("53,80 44,116 60,162|68,62 96,50 112,48", 2.6, C.metal),
  dot(112, 116, 52, C.metal, 52, true) + shade("148,80 162,116 148,152 112,166 140,148 150,116"),
  [0, 72, 144, 216, 288].map((turn) => place(shape(spoke, C.mist, 3.4), 112, 116, turn)).join(""),
  dot(112, 116, 18, C.cream, 18, true) +
    dots(
      [
        [112, 105],
        [122, 112],
        [118, 125],
        [106, 125],
        [102, 112],
      ],
      2.5,
      2.5,
    ),
  tread(198, 189, 104) + tread(202, 160, 96) + tread(198, 131, 104),
  line("218,94! 282,52!|232,54! 270,92!", 11) +
    line("218,94! 282,52!|232,54! 270,92!", 4.6, C.metal),
  ground,
];

const body = [
  backdrop,
  car(C.mist),
  flat("171,79! 205,79 231,90 251,116! 272,122 279,136 278,150! 171,152!", C.orange),
  shape("174,113! 172,85! 204,86 222,93 236,113!", C.mist, 3.4) +
    line("169,88! 170,158!", 3) +
    strokes("184,126 200,126 0", 3) +
    shape("274,130! 282,134! 281,144! 275,143!", C.sun, 3),
  flat("196,66 214,44 244,36 250,58 232,76", C.coral, ".45") +
    dots(
      [
        [206, 62],
        [218, 52],
        [222, 66],
        [232, 54],
      ],
      2.5,
      2.5,
      C.orange,
    ),
  shape("250,38! 290,30! 296,42! 284,50! 292,76! 280,80! 272,56! 254,54!", C.metal) +
    shape("262,30! 264,10! 284,6! 286,27!", C.orange) +
    line("268,58 262,66 272,70", 3),
  line("284,78 290,96 304,104 308,126 298,150", 3.4),
  wheel(230, 168, 25),
  ground,
];

const specialty = [
  backdrop,
  shape("30,166! 30,134! 38,124 70,116! 88,82 96,78 138,78! 140,166!", C.orange) +
    shade("30,152! 140,150! 140,166! 30,166!"),
  shape("82,114! 98,88! 128,88! 128,114!", C.mist, 3.4) +
    strokes("98,110 108,94 0", 2, C.white) +
    strokes("112,128 126,128 0", 3) +
    shape("96,78! 98,66! 120,66! 122,78!", C.sun),
  shape("30,138 40,134 44,142 32,148", C.sun, 3) +
    shape("20,156! 58,156! 58,168! 22,168!", C.metal, 3.4),
  shape("140,138! 284,136! 290,166! 140,166!", C.petrol) +
    shade("140,156! 288,154! 290,166! 140,166!"),
  shape("150,138! 162,138! 262,62! 254,52! 150,122!", C.sun) +
    shape("168,138! 206,94! 214,100! 182,138!", C.metal, 3.4) +
    dot(258, 58, 7, C.metal, 7, true),
  line("258,64! 260,96!", 3.4) + line("260,96 268,104 264,116 252,114 252,108", 5),
  strokes("226,146 272,145 0", 3, C.sun),
  wheel(84, 168, 25),
  wheel(196, 168, 25) + wheel(250, 168, 25),
  ground,
];

const road = [
  backdrop,
  cloud(84, 70, 20) +
    cloud(250, 54, 16) +
    flat("26,160 60,112 110,128 150,104 210,126 260,100 296,150 290,180 40,182", C.leaf, ".7"),
  bush(292, 186, 16) + bush(26, 186, 13),
  car(C.orange),
  flat("14,196! 306,196! 300,210! 22,212!", C.metal) +
    line("10,195 160,193 310,195") +
    strokes("40,206 76,206 0|122,206 160,206 0|206,206 244,206 0", 3.4, C.white),
  strokes("296,132 314,132 0|298,146 318,146 0", 3),
];

export const autoScenes = {
  "repair-maintenance": repair,
  "tires-wheels": tires,
  "body-paint": body,
  "specialty-services": specialty,
  auto: road,
};
