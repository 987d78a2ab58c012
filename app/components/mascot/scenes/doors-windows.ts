import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { aim } from "./aim.ts";
import { frontCar } from "./auto-cars.ts";
import { bush, place, toolbox } from "./objects.ts";
import { goggles } from "./people.ts";
import { band, block, floorBoards, HEIGHT, pavement, room, WIDTH } from "./settings.ts";
import { drill, screwdriver } from "./trade-tools.ts";
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
      worker({
        hip: [110, 232],
        neck: [126, 172],
        nearArm: { elbow: [142, 228], wrist: [188, 212], held: drill, turn: 18, flip: true },
        farArm: { elbow: [184, 174], wrist: [238, 146], hand: "flat" },
        nearLeg: { knee: [90, 262], ankle: [70, 292] },
        farLeg: { knee: [150, 262], ankle: [150, 292] },
      }),
    240,
  ),
];

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

/** A brace from the drive to the lower edge of the door at y. */
const brace = (x: number, y: number) =>
  shape(`${x - 6},268! ${x - 6},${y}! ${x + 6},${y + 3}! ${x + 6},268!`, C.sun, 3.4) +
  block(x - 16, 262, 32, 9, C.sun, 3.4);

/** Locking pliers that clamp a track below a roller, their jaws at (0, 0). */
const lockingPliers =
  line("10,4! 52,20!|10,-4! 52,0!", 9) +
  line("12,4! 51,19!|12,-4! 51,0!", 3.6, C.metal) +
  shape("-12,-10! 12,-12! 18,0! 12,12! -12,10!", C.metal, 3);

/** A garage door hangs askew, propped up: Henry straightens the track, far above its cable. */
const garageDoors = [
  band(0, 262, C.pale) + repeat([0, 20, WIDTH, 20], [0, 24], 10, 2, C.amber),
  pavement(262, C.stone),
  block(38, 44, 296, 226, C.ink),
  place(frontCar(C.coral), 180, 272, 0, 0.86),
  crookedDoor,
  brace(112, 150) + brace(284, 196),
  tube("324,272! 324,66!", 5) + tube("46,272! 46,66!", 5),
  line("324,168 298,146 298,132 324,106", 15) +
    line("324,168 298,146 298,132 324,106", 6, C.orange),
  rules("334,66 334,206", 3) + block(324, 198, 18, 16, C.sun, 3),
  block(10, 32, 352, 32, C.cream) +
    block(16, 60, 22, 212, C.cream) +
    block(334, 60, 22, 212, C.cream),
  place(lockingPliers, 48, 160),
  facingLeft(
    worker({
      gloves: C.leaf,
      headgear: goggles,
      hip: [262, 220],
      neck: [270, 158],
      nearArm: aim({ elbow: [306, 194], wrist: [338, 160], held: props.wrench }, -16),
      farArm: { elbow: [314, 156], wrist: [350, 122], hand: "hold" },
      nearLeg: { knee: [258, 254], ankle: [246, 286] },
      farLeg: { knee: [282, 254], ankle: [288, 286] },
    }),
    345,
  ),
];

/** A slat of a blind, tilted: its lower edge is in the shade. */
const slat = (y: number) =>
  block(84, y, 312, 13, C.white, 2.6) +
  flat(`86,${y + 8}! 394,${y + 8}! 394,${y + 12}! 86,${y + 12}!`, C.amber, ".45");

/** One hand holds the head rail of a blind in its bracket, the other screws the bracket tight. */
const blinds = [
  band(0, HEIGHT, C.leaf),
  block(64, 42, 352, 250, C.white) + block(80, 58, 320, 218, C.sky, 3.4),
  dot(330, 238, 24, C.sun) +
    shape("80,276! 80,246 150,254 210,262 290,256 400,248! 400,276!", C.grass, 3) +
    rules("240,58 240,276", 6, C.white) +
    rules("236,58 236,276|244,58 244,276", 2.4),
  Array.from({ length: 8 }, (_, row) => slat(98 + row * 17)).join(""),
  rules("132,94 132,232|348,94 348,232", 5, C.cream) +
    rules("130,94 130,232|134,94 134,232|346,94 346,232|350,94 350,232", 1.8),
  block(82, 234, 316, 13, C.cream, 3.4),
  line("366,98! 366,190!", 2.6) + shape("360,188! 372,188! 375,210! 357,210!", C.orange, 3),
  line("112,98! 112,214!", 8) + line("112,98! 112,214!", 3, C.cream),
  block(70, 66, 340, 32, C.white) + line("76,76! 404,76!", 2.4, C.metal),
  shape(
    "56,52! 100,52! 100,68! 72,68! 72,102! 56,102!|424,52! 380,52! 380,68! 408,68! 408,102! 424,102!",
    C.orange,
    3.4,
  ),
  dots(toPoints("66,60 86,60 394,60 414,60"), 3, 3),
  workingHand({ elbow: [-30, 300], wrist: [58, 138], hand: "hold", scale: 1.5 }),
  workingHand(aim({ elbow: [520, 330], wrist: [414, 206], held: screwdriver, scale: 1.2 }, -82)),
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
