import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { bush, place, toolbox, windowAt } from "./objects.ts";
import { band, block, floorBoards, HEIGHT, pavement, room, WIDTH } from "./settings.ts";
import { facingLeft, worker, workingHand } from "./worker.ts";

/** A new window with two sashes, 200 by 160, its middle at (0, 0). */
const newWindow =
  block(-100, -80, 200, 160, C.white) +
  block(-84, -64, 168, 128, C.water, 3.4) +
  block(-88, -6, 176, 12, C.white, 3.4) +
  strokes("-64,-14 -30,-54 0|-46,-14 -16,-50 0|20,54 52,16 0|36,54 62,24 0", 4, C.white);

/** Henry sets a new window into an opening of bare studs; the old cracked one stands below. */
const windowReplacement = [
  facingLeft(
    [
      room(C.coral, C.tan, 276) + floorBoards(276),
      block(204, 40, 240, 206, C.pale) +
        block(226, 62, 196, 162, C.sky) +
        dot(390, 96, 16, C.sun) +
        shape("226,224! 226,200 270,184 320,196 370,180 422,198! 422,224!", C.grass, 3),
      place(newWindow, 296, 148, -9),
      worker({
        hip: [96, 226],
        neck: [122, 170],
        nearArm: { elbow: [150, 214], wrist: [184, 198], hand: "flat" },
        farArm: { elbow: [158, 164], wrist: [178, 128], hand: "flat" },
        nearLeg: { knee: [74, 256], ankle: [50, 292] },
        farLeg: { knee: [134, 256], ankle: [134, 292] },
      }),
      // The old window.
      place(
        block(-56, -84, 112, 84, C.belt) +
          block(-44, -72, 88, 60, C.mist, 3.4) +
          line("-44,-40! -10,-46! 4,-72!|-10,-46! 6,-30! -4,-12!|6,-30! 44,-36!", 2.6),
        410,
        300,
        8,
      ),
    ].join(""),
    240,
  ),
];

/** A cordless drill, its bit to the right, the middle of its grip at (0, 0). */
const drill =
  line("46,-34! 66,-34!", 5) +
  shape(
    "-34,-50! 18,-50! 34,-44! 46,-40! 46,-28! 34,-24! 12,-20! 10,14! -14,14! -14,-18! -34,-22!",
    C.orange,
  ) +
  block(-22, 12, 40, 16, C.deep);

/** Henry screws the hinges of a new front door to its frame. */
const doorInstallation = [
  facingLeft(
    band(0, 276, C.sky) +
      repeat([0, 24, WIDTH, 24], [0, 26], 10, 2.2, C.water) +
      pavement(276, C.stone) +
      block(86, 28, 208, 262, C.white) +
      block(106, 48, 168, 244, C.sand) +
      block(106, 262, 168, 30, C.belt) +
      shape("274,48! 420,24! 420,316! 274,292!", C.green) +
      shape(
        "296,70! 338,64! 338,150! 296,154!|356,62! 400,55! 400,146! 356,149!|296,180! 338,178! 338,270! 296,264!|356,177! 400,175! 400,282! 356,274!",
        C.leaf,
        3.4,
      ) +
      shade("396,27! 420,24! 420,316! 396,312!") +
      dot(408, 172, 9, C.sun, 9, true) +
      [82, 176, 260].map((y) => block(262, y - 15, 26, 30, C.sun, 3.4)).join("") +
      rules("275,70 275,94|275,164 275,188|275,248 275,272", 3) +
      place(drill, 204, 210) +
      worker({
        hip: [110, 232],
        neck: [126, 172],
        nearArm: { elbow: [142, 228], wrist: [184, 216] },
        farArm: { elbow: [184, 174], wrist: [238, 146], hand: "flat" },
        nearLeg: { knee: [90, 262], ankle: [70, 292] },
        farLeg: { knee: [150, 262], ankle: [150, 292] },
      }),
    240,
  ),
];

/** The front of a car between y = 170 and 268, its middle at x = 0. */
const carFront =
  shape("-92,262! -96,214 -84,196 -70,188! -54,146 54,146 70,188! 84,196 96,214 92,262!", C.coral) +
  shape("-58,186! -46,154 46,154 58,186!", C.metal, 3.4) +
  block(-44, 214, 88, 22, C.deep, 3.4) +
  dot(-70, 216, 15, C.sun, 13, true) +
  dot(70, 216, 15, C.sun, 13, true) +
  block(-98, 244, 196, 16, C.metal, 3.4);

/** Four sections of a garage door that hangs down on its right side. */
const crookedDoor =
  shape("36,50! 334,50! 334,208! 36,132!", C.white) +
  shade("36,116! 334,192! 334,208! 36,132!") +
  line("36,48! 334,92!|36,90! 334,150!", 3.4) +
  shape(
    "56,58! 108,66! 108,90! 56,82!|128,69! 180,77! 180,102! 128,93!|200,80! 252,87! 252,114! 200,105!|268,90! 318,97! 318,126! 268,117!",
    C.water,
    3,
  ) +
  line("60,104! 160,127! 160,146! 60,121!|196,136! 312,163! 312,186! 196,157!", 2.4) +
  line("36,132! 334,208!", 8);

/** A garage door hangs askew in front of a car: Henry straightens the bent track of its rollers. */
const garageDoors = [
  band(0, 262, C.pale) + repeat([0, 20, WIDTH, 20], [0, 24], 10, 2, C.amber),
  pavement(262, C.stone),
  block(38, 44, 296, 226, C.ink),
  place(carFront, 176, 6),
  crookedDoor,
  tube("324,272! 324,66!", 5),
  line("324,262 300,238 302,226 324,204", 15) +
    line("324,262 300,238 302,226 324,204", 6, C.orange),
  line("44,128 40,170 52,190 42,214", 3.4, C.metal),
  block(10, 32, 352, 32, C.cream) +
    block(16, 60, 22, 212, C.cream) +
    block(334, 60, 22, 212, C.cream),
  facingLeft(
    worker({
      hip: [220, 232],
      neck: [258, 184],
      nearArm: { elbow: [276, 236], wrist: [314, 226], held: props.wrench, turn: -20 },
      farArm: { elbow: [306, 208], wrist: [346, 196] },
      nearLeg: { knee: [246, 288], ankle: [192, 294], toes: 84 },
      farLeg: { knee: [280, 240], ankle: [276, 288] },
    }),
    336,
  ),
];

/** Two hands lift the head rail of a blind to its brackets above a sunny window. */
const blinds = [
  band(0, HEIGHT, C.leaf),
  windowAt(78, 40, 324, 222, C.sky) +
    dot(300, 238, 26, C.sun) +
    shape("78,262! 78,240 150,250 210,258 290,252 402,244! 402,262!", C.grass, 3),
  [0, 1, 2, 3, 4, 5, 6]
    .map((row) => block(66, 112 + row * 15, 348, 15, row % 2 ? C.sand : C.white, 2.8))
    .join(""),
  shade("66,112! 414,112! 414,122! 66,122!"),
  rules("130,112 130,218|240,112 240,218|350,112 350,218", 2.4, C.belt),
  block(62, 216, 356, 13, C.cream, 3.4),
  line("168,112 166,200 170,254", 2.6) + shape("163,254! 177,254! 180,274! 160,274!", C.orange, 3),
  block(58, 86, 364, 28, C.white) + line("64,94! 416,94!", 2.4, C.metal),
  shape(
    "38,52! 108,52! 108,66! 52,66! 52,86! 38,86!|442,52! 372,52! 372,66! 428,66! 428,86! 442,86!",
    C.orange,
    3.4,
  ),
  dots(
    [
      [70, 59],
      [94, 59],
      [386, 59],
      [410, 59],
    ],
    3,
    3,
  ),
  workingHand({ elbow: [-6, 330], wrist: [70, 144], scale: 1.7 }),
  workingHand({ elbow: [486, 330], wrist: [410, 144], scale: 1.7, flip: true }),
];

/** A house at night: its door stands open, light falls from the hall and a large window. */
const doorsWindows = [
  band(0, HEIGHT, C.petrol) + repeat([0, 20, WIDTH, 20], [0, 26], 10, 2.4, C.deep),
  band(268, HEIGHT, C.stone) + line("0,268! 480,268!"),
  flat("104,270! 208,270! 270,320! 84,320!", C.pale),
  block(86, 38, 140, 232, C.white) +
    block(104, 56, 104, 214, C.pale) +
    flat("104,236! 208,236! 208,268! 104,268!", C.tan) +
    block(148, 92, 40, 50, C.white, 3) +
    shape("152,138! 162,112 174,124 184,138!", C.leaf, 2.4) +
    rules("104,236 208,236", 3),
  shape("104,56! 38,40! 38,296! 104,270!", C.orange) +
    shape("50,66! 92,74! 92,146! 50,144!|50,166! 92,164! 92,244! 50,256!", C.coral, 3) +
    dot(48, 156, 7, C.sun, 7, true),
  block(256, 60, 196, 148, C.white) +
    block(272, 76, 164, 116, C.sun, 3.4) +
    flat("272,160! 436,160! 436,190! 272,190!", C.amber) +
    line("384,118! 384,160!", 5) +
    shape("366,124! 374,98! 394,98! 402,124!", C.cream, 3) +
    shape(
      "272,76! 310,76! 304,120 286,160 272,170!|436,76! 398,76! 404,120 422,160 436,170!",
      C.cream,
      3,
    ) +
    line("354,76! 354,192!", 7) +
    line("354,78! 354,190!", 2.4, C.white) +
    strokes("314,130 344,94 0|326,136 346,112 0", 3, C.white),
  block(264, 206, 180, 26, C.belt) +
    bush(300, 208, 16, C.grass) +
    bush(352, 208, 18) +
    bush(408, 208, 16, C.grass) +
    dots(
      [
        [290, 194],
        [318, 196],
        [346, 190],
        [376, 196],
        [402, 194],
        [420, 198],
      ],
      5,
      5,
      C.coral,
    ),
  block(234, 96, 12, 34, C.sun, 3) + block(230, 88, 20, 9, C.ink, 2),
  place(toolbox, 372, 304, 0, 1.2),
];

export const doorsWindowsScenes = {
  "window-replacement": windowReplacement,
  "door-installation": doorInstallation,
  "garage-doors": garageDoors,
  blinds,
  "doors-windows": doorsWindows,
};
