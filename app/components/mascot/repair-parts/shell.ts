import { C, flat, line, shade, shape, strokes } from "../ink.ts";
import {
  courses,
  disc,
  drips,
  ground,
  icicles,
  panel,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";
import { roof } from "./settings.ts";

const roofShingles =
  roof(
    flat("62,68! 106,68! 107,108! 58,108!", C.sand) +
      line(
        "62,67! 106,67!|106,67! 107,88! 91,88! 91,109! 55,109!|56,109! 58,88! 60,88! 62,67!",
        4,
      ) +
      rules("60,80 104,80|59,98 90,98", 3, C.tan) +
      shape("92,92! 112,86! 118,106! 97,112!", C.orange, 4),
  ) +
  shape("52,20! 74,12! 82,30! 60,38!", C.orange, 4) +
  strokes("88,22 104,18 0|90,34 102,32 0", 3);

const chimneyStack = (y: number, height: number) =>
  panel(74, y, 46, height, C.coral) + courses(74, y + 2, 46, height - 2, 15, 23);

const roofFlashing =
  roof(
    chimneyStack(14, 86) +
      panel(68, 8, 58, 11, C.metal, 4) +
      shape("66,86! 76,86! 76,98! 118,98! 118,86! 130,86! 132,116! 62,116!", C.orange, 4) +
      rules("76,98 62,116|118,98 132,116"),
  ) + drips("52,118,6 146,116,6");

const gutter =
  shape("4,58! 18,10! 152,10! 152,58!", C.petrol) +
  rules(
    "12,34 152,34|46,12 42,33|84,12 84,33|122,12 122,33|26,36 22,57|64,36 62,57|104,36 104,57|136,36 137,57",
    3,
  ) +
  panel(20, 84, 132, 64, C.cream) +
  repeat([22, 106, 150, 106], [0, 22], 2, 3, C.metal) +
  shape("20,62 26,50 38,58 50,48 62,58 76,46 90,58 102,50 114,60", C.leaf, 4) +
  shape("6,62! 152,62! 148,84! 138,88 16,88 8,82!", C.metal) +
  shade("8,78! 150,78! 146,86 14,88") +
  tube("132,90! 132,148!", 13) +
  drips("34,104,8 62,116,7 92,106,8");

const chimney =
  strokes("72,22 64,4 6|92,20 100,2 -6", 4, C.metal) +
  panel(58, 26, 46, 108, C.coral) +
  courses(58, 36, 46, 98, 16, 23) +
  panel(48, 24, 66, 14, C.cream) +
  panel(68, 12, 26, 12, C.metal, 4) +
  line("66,40! 76,52! 70,64! 84,76! 78,88! 90,102!", 12) +
  line("66,40! 76,52! 70,64! 84,76! 78,88! 90,102!", 5, C.orange) +
  shape("6,150! 26,104! 58,104! 58,122! 104,122! 104,104! 138,104! 154,150!", C.petrol) +
  rules("16,126 146,126|40,106 36,125|124,106 128,125|60,128 58,149|100,128 102,149", 3);

const siding =
  panel(8, 10, 144, 140, C.mist) +
  repeat([10, 33, 150, 33], [0, 23], 5) +
  shape("10,80! 88,80! 84,102! 10,102!", C.sand, 4) +
  rules("32,82 32,100|64,82 64,100", 5, C.tan) +
  shape("14,84! 92,104! 86,128! 10,106!", C.orange) +
  disc(22, 92, 3, C.ink, 2) +
  panel(104, 26, 34, 38, C.white, 4) +
  panel(110, 32, 22, 26, C.petrol, 3);

const window =
  rounded(20, 8, 120, 124, 4, C.white) +
  panel(32, 20, 96, 48, C.mist, 4) +
  panel(32, 72, 96, 44, C.mist, 4) +
  rules("80,20 80,116", 5) +
  strokes("40,52 60,28 0|90,102 106,82 0|98,106 110,92 0", 2.6, C.white) +
  panel(10, 132, 140, 12, C.white) +
  rules("34,117 126,117", 6, C.orange) +
  strokes("44,124 30,152 7|80,124 74,154 5|116,124 124,152 -7", 4, C.orange);

const door =
  panel(22, 8, 116, 138, C.white) +
  panel(36, 20, 88, 126, C.ink, 3) +
  shape("36,20! 118,26! 116,150! 36,144!", C.petrol) +
  shape(
    "48,36! 72,38! 72,76! 48,76!|84,38! 106,40! 106,78! 84,77!|48,90! 72,90! 72,130! 48,129!|84,91! 106,91! 105,132! 84,131!",
    C.deep,
    3,
  ) +
  disc(110, 86, 6, C.sun, 3) +
  rules("96,24 120,26 118,50", 6, C.orange) +
  ticks(122, 22, 8, 0, 90) +
  ground();

const insulation =
  flat("14,110! 80,26! 146,110!", C.cream) +
  line("12,112! 80,16! 148,112!", 15) +
  line("12,112! 80,16! 148,112!", 6, C.petrol) +
  shape(
    "14,130! 14,112 20,102 28,108 38,98 48,108 58,100 64,112 62,130!|98,130! 96,112 102,100 112,108 122,98 132,108 140,100 146,112 146,130!",
    C.pale,
    4,
  ) +
  line(
    "20,112 18,120|40,112 38,122|56,112 54,122|108,114 106,122|126,112 124,120|144,112 142,120",
    3,
  ) +
  panel(4, 130, 152, 16, C.white) +
  line("80,136! 80,66!|66,80! 80,62! 94,80!", 8, C.orange) +
  rules("32,131 32,145|128,131 128,145", 3);

const iceDam =
  shape("4,90! 30,22! 152,22! 152,90!", C.petrol) +
  rules("48,46 152,46|76,48 74,70|120,48 120,70", 3) +
  shape("10,74! 4,90! 152,90! 152,62! 136,58 120,66 100,56 78,64 56,56 36,64 22,60", C.white) +
  shape(
    "22,62! 26,28 40,18 70,24 100,16 128,22 152,18! 152,40 128,46 100,38 74,48 48,42",
    C.white,
  ) +
  panel(4, 90, 150, 11, C.metal, 4) +
  panel(24, 102, 128, 46, C.cream) +
  icicles(100, "14,40 32,22 52,34 132,28 146,18") +
  drips("72,130,7 88,116,9 106,134,7");

const ceilingStain =
  shape("4,8! 156,8! 132,48! 28,48!", C.white) +
  shape("4,8! 28,48! 28,120! 4,150!|156,8! 132,48! 132,120! 156,150!", C.cream) +
  panel(28, 48, 104, 72, C.sand) +
  shape("4,150! 28,120! 132,120! 156,150!", C.tan) +
  shape("52,34 62,20 84,16 106,22 112,34 98,42 70,42", C.tan, 3) +
  flat("64,32 74,25 90,25 100,32 88,37 72,37", C.orange) +
  drips("82,62,8 82,86,6") +
  shape("62,106! 102,106! 97,138! 67,138!", C.petrol) +
  line("64,108 82,114 101,108", 3, C.mist);

const ventStack =
  roof(
    shape("58,94 64,80 100,80 106,94 108,106 56,106", C.metal, 4) +
      shape("62,92! 64,78! 100,78! 102,92! 82,98", C.orange, 4) +
      shape("66,14! 98,14! 98,84 82,88 66,84!", C.white) +
      flat("88,17! 96,17! 96,83 88,85!", C.mist) +
      shape("66,14 82,8 98,14 82,20", C.ink, 4) +
      line("90,80! 86,88! 92,94!", 4),
  ) + drips("70,120,6 96,124,7");

const brickWall =
  panel(8, 14, 144, 134, C.cream) +
  [0, 1, 2, 3, 4]
    .map((row) =>
      [0, 1, 2, 3]
        .map((i) => {
          const x = 14 + i * 46 - (row % 2 ? 23 : 0);
          const [left, right] = [Math.max(14, x), Math.min(146, x + 40)];
          return right - left < 10 || (row === 2 && i === 1)
            ? ""
            : panel(left, 20 + row * 26, right - left, 18, C.coral, 3.4);
        })
        .join(""),
    )
    .join("") +
  panel(60, 70, 42, 22, C.ink, 3) +
  shape("62,92! 64,78! 76,82! 84,74! 92,82! 90,92!", C.orange, 4) +
  line("104,64! 112,72! 106,90! 118,98! 112,116! 122,124! 118,142!", 10) +
  line("104,64! 112,72! 106,90! 118,98! 112,116! 122,124! 118,142!", 4.4, C.orange) +
  shape("52,148! 56,138! 68,140! 72,148!|80,148! 84,142! 92,148!", C.orange, 3);

const foundationWall =
  panel(14, 6, 132, 50, C.cream) +
  repeat([16, 22, 144, 22], [0, 16], 2, 3, C.metal) +
  panel(94, 14, 30, 26, C.petrol, 4) +
  panel(8, 56, 144, 92, C.mist) +
  courses(8, 56, 144, 92, 23, 48) +
  line("34,58! 46,79! 56,79! 56,102! 80,102! 80,125! 104,125! 112,146!", 6, C.orange) +
  ticks(56, 80, 10, 20, 90);

const basementWater =
  shape("30,8! 130,8! 130,104! 30,104!", C.mist) +
  courses(30, 8, 100, 96, 24, 40) +
  shape("4,4! 30,8! 30,104! 4,132!|156,4! 130,8! 130,104! 156,132!", C.metal) +
  panel(64, 20, 40, 26, C.petrol, 4) +
  rules("84,20 84,46") +
  shape("4,132! 30,104! 130,104! 156,132! 156,152! 4,152!", C.white) +
  flat("8,134! 32,108! 128,108! 152,134! 152,149! 8,149!", C.metal, ".6") +
  rules("30,104 130,104", 6, C.orange) +
  shape("94,112! 124,110! 126,132! 96,134!", C.tan, 4) +
  drips("48,78,8 70,88,6") +
  strokes("24,134 60,134 3|70,144 116,144 3", 2.6, C.white);

export const shellParts = {
  "roof-shingles": roofShingles,
  "roof-flashing": roofFlashing,
  "vent-stack": ventStack,
  gutter,
  "ice-dam": iceDam,
  chimney,
  siding,
  "brick-wall": brickWall,
  window,
  door,
  insulation,
  "ceiling-stain": ceilingStain,
  "foundation-wall": foundationWall,
  "basement-water": basementWater,
};
