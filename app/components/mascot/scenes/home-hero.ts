import { C, dot, flat, group, line, shape, strokes } from "../ink.ts";
import { formatNumbers, type Point } from "../path.ts";
import { figures } from "../poses.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { brokenCar, steam } from "./home-car.ts";
import { carriedToolbox, frontHenry, thicken } from "./home-people.ts";
import { bush, place, puddle, tree } from "./objects.ts";
import { block } from "./settings.ts";

/**
 * The picture behind the top of the home page: a street at dusk, a house with its front cut away, a
 * car that boils over, and Henry in the lit doorway. Wide, its left 45 percent stays calm, for
 * text.
 */

export const HERO_WIDTH = 960;
export const HERO_HEIGHT = 400;
export const HERO_PHONE_WIDTH = 510;
export const HERO_PHONE_HEIGHT = 260;

/** The kitchen: water sprays from the supply hose below the sink. */
const kitchen =
  block(14, -186, 100, 176, C.pale) +
  repeat([16, -132, 112, -132], [0, 18], 3, 1.8, C.sun) +
  line("66,-186! 66,-166!", 3.4) +
  shape("50,-152! 58,-168! 74,-168! 82,-152!", C.orange, 3) +
  line("74,-84! 74,-112 68,-122 58,-120 54,-110", 10) +
  line("74,-84! 74,-112 68,-122 58,-120 54,-110", 4, C.metal) +
  block(20, -76, 88, 66, C.bark, 3.4) +
  block(14, -84, 100, 11, C.white, 3.4) +
  tube("76,-72! 76,-52 82,-42 92,-42 98,-52 98,-60! 106,-60!", 6) +
  strokes("44,-50 64,-66 -3|40,-52 28,-68 3|38,-46 26,-36 -3|50,-46 68,-34 3", 6, C.water) +
  tube("44,-54 44,-64 50,-72!", 3, C.mist) +
  tube("44,-38! 44,-16!", 4) +
  block(35, -54, 18, 16, C.orange, 3) +
  puddle(60, -12, 44);

/** The hall: dark, its fuse box open, one breaker tripped. */
const hall =
  block(254, -186, 90, 176, C.night) +
  line("276,-186! 276,-166!", 3.4) +
  shape("269,-168! 283,-168! 291,-152 286,-140 266,-140 261,-152!", C.petrol, 3) +
  block(264, -126, 54, 80, C.metal, 3.4) +
  shape("318,-126! 336,-134! 336,-38! 318,-46!", C.mist, 3) +
  block(270, -119, 42, 66, C.cream, 3) +
  shape(
    "274,-114! 288,-114! 288,-102! 274,-102!|294,-114! 308,-114! 308,-102! 294,-102!|274,-92! 288,-92! 288,-80! 274,-80!|274,-70! 288,-70! 288,-58! 274,-58!|294,-70! 308,-70! 308,-58! 294,-58!",
    C.petrol,
    2.4,
  ) +
  block(293, -94, 17, 16, C.orange, 2.4) +
  rules("314,-96 324,-104|316,-86 328,-86|314,-76 324,-68", 4, C.orange);

/** The roof over all rooms, 360 wide: a shingle is missing, another one slides off. */
const roof =
  block(270, -316, 30, 60, C.brick) +
  block(264, -322, 42, 12, C.stone, 3.4) +
  shape("-16,-196! 46,-290! 310,-290! 372,-196! 372,-184! -16,-184!", C.brick) +
  rules("30,-266 326,-266|14,-242 342,-242|-2,-218 358,-218|-16,-196 372,-196", 3) +
  repeat([72, -290, 68, -266], [46, 0], 5, 2.4) +
  repeat([46, -266, 42, -242], [46, 0], 6, 2.4) +
  repeat([68, -242, 64, -218], [46, 0], 6, 2.4) +
  repeat([38, -218, 34, -196], [46, 0], 7, 2.4) +
  shape("92,-266! 138,-266! 134,-242! 160,-242! 156,-218! 64,-218! 68,-242! 88,-242!", C.ink, 3) +
  rules("96,-254 128,-254|76,-230 150,-230", 5, C.tan) +
  place(block(0, 0, 44, 22, C.brick), 40, -216, 17);

/** The open door and its warm light, without Henry. */
const doorway =
  block(122, -186, 126, 176, C.white) +
  block(132, -178, 106, 168, C.sun, 3.4) +
  flat("142,-172! 228,-172! 228,-10! 142,-10!", C.pale) +
  shape("238,-178! 254,-186! 254,0! 238,-10!", C.orange, 3.4) +
  dot(247, -88, 3, C.sun);

/** The house with its front cut away, 358 wide, its lower left corner on (0, 0). */
const house =
  block(0, -192, 356, 192, C.petrol) +
  kitchen +
  hall +
  doorway +
  block(-6, -10, 368, 12, C.stone) +
  block(112, -6, 146, 14, C.stone) +
  roof;

const henry = frontHenry({
  ...figures.wave,
  hasLegs: true,
  left: {
    elbow: [84, 300],
    wrist: [84, 348],
    hand: "grip",
    held: carriedToolbox(1.8),
  },
});

/** Henry with his boots at (x, y), in the order in which his parts are drawn. */
function placeHenry(x: number, y: number, scale: number) {
  const at = (pointX: number, pointY: number): Point => [
    Math.round(x + (pointX - 200) * scale),
    Math.round(y + (pointY - 460) * scale),
  ];
  const draw = (content: string) =>
    place(
      thicken(`<g stroke-width="4.7">${content}</g>`, Math.round(6.4 / scale) / 10),
      ...at(0, 0),
      0,
      scale,
    );
  return {
    sleeve: draw(henry.rightSleeve),
    forearm: draw(henry.rightForearm),
    body: draw(henry.body),
    elbow: at(299, 231),
  };
}

const wideHenry = placeHenry(630, 359, 0.4);
const phoneHenry = placeHenry(165, 247, 0.3);

/**
 * The forearm that waves, an element of its own in each picture, and the point around which it
 * turns, in the units of the picture.
 */
export const heroWave = {
  wide: { forearm: wideHenry.forearm, elbow: wideHenry.elbow },
  phone: { forearm: phoneHenry.forearm, elbow: phoneHenry.elbow },
};

/** The car, its nose to the right. */
const placeCar = (x: number, y: number, scale: number) =>
  group(
    thicken(
      `<g stroke-width="4"><g stroke-width="2.4">${place(steam, -152, -88, 28, 1.4)}</g>${brokenCar(C.water)}</g>`,
      Math.round(8 / scale) / 10,
    ),
    `translate(${x} ${y}) scale(${formatNumbers([-scale, scale])})`,
  );

/** Grass, sidewalk and road over the whole width, the grass from `y` down. */
const street = (y: number, width: number, depth = 38) =>
  flat(`-9,${y}! ${width},${y}! ${width},${y + 99}! -9,${y + 99}!`, C.leaf) +
  line(`-9,${y} ${width},${y}`, 3) +
  flat(
    `-9,${y + depth - 14}! ${width},${y + depth - 14}! ${width},${y + 99}! -9,${y + 99}!`,
    C.stone,
  ) +
  flat(`-9,${y + depth}! ${width},${y + depth}! ${width},${y + 99}! -9,${y + 99}!`, C.night) +
  line(`-9,${y + depth - 14} ${width},${y + depth - 14}|-9,${y + depth} ${width},${y + depth}`, 3);

export const heroStreet: readonly string[] = [
  flat("-9,-9! 970,-9! 970,410! -9,410!", C.dusk),
  flat("-9,250 120,226 300,238 420,216 560,190 760,200 970,176! 970,410! -9,410!", C.pale, ".7"),
  flat(
    "20,84! 120,74 250,84 330,96! 210,98 90,94|420,52! 500,40 600,48 520,60|860,84! 900,74 970,78! 970,92!",
    C.pale,
    ".6",
  ),
  flat(
    "-9,340! -9,262! 20,240! 52,262! 52,284! 96,284! 96,250! 140,218! 184,250! 184,276! 226,276! 226,256! 262,232! 298,256! 298,290! 340,290! 340,262! 380,234! 420,262! 420,340!|800,340! 800,250! 850,214! 900,250! 900,280! 970,280! 970,340!",
    C.coral,
  ),
  flat(
    "14,264! 26,264! 26,278! 14,278!|132,252! 148,252! 148,268! 132,268!|256,258! 268,258! 268,272! 256,272!",
    C.sun,
  ),
  flat(
    "-9,350! -9,310 20,288 50,300 70,316 110,318 150,296 186,308 210,322 260,318 300,306 330,316 350,350!",
    C.green,
  ),
  place(tree(44, C.green), 400, 350),
  street(346, 970),
  flat("806,348! 938,348! 970,383! 780,383!", C.sand),
  flat("568,360! 698,360! 724,383! 542,383!", C.pale),
  place(house, 452, 354),
  wideHenry.sleeve,
  wideHenry.forearm,
  wideHenry.body,
  bush(434, 360, 14, C.green),
  placeCar(874, 378, 0.4),
];

/** Phones show its lower half: Henry, from cap to boots, must fit into that. */
export const heroStreetPhone: readonly string[] = [
  flat("-9,-9! 520,-9! 520,270! -9,270!", C.dusk),
  flat("-9,150 110,130 240,140 520,116! 520,270! -9,270!", C.pale, ".7"),
  flat("380,62! 420,54 480,60! 480,68! 420,68", C.pale, ".7"),
  flat("352,230! 352,158! 384,132! 416,158! 416,180! 520,180! 520,230!", C.coral),
  place(tree(30, C.green), 330, 236),
  street(234, 520, 24),
  flat("372,236! 474,236! 506,257! 350,257!", C.sand),
  flat("124,244! 222,244! 238,257! 106,257!", C.pale),
  place(house, 40, 242, 0, 0.7),
  bush(26, 242, 14, C.green),
  phoneHenry.sleeve,
  phoneHenry.forearm,
  phoneHenry.body,
  placeCar(424, 255, 0.34),
];
