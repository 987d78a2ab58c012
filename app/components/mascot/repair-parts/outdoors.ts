import { C, dots, line, shade, shape, strokes } from "../ink.ts";
import { bush } from "../shapes.ts";
import { toPoints } from "../small-objects.ts";
import { crack, drips, earth, ground, panel, repeat, rules, ticks, tube } from "./kit.ts";

const picket = (x: number, top: number, lean: number) =>
  shape(
    `${x},136! ${x + lean},${top + 14}! ${x + lean + 9},${top}! ${x + lean + 18},${top + 14}! ${x + 18},136!`,
    C.white,
  );

const fencePost =
  rules("8,66 150,56|8,108 150,104", 11) +
  rules("8,66 150,56|8,108 150,104", 4, C.tan) +
  picket(6, 40, 1) +
  picket(32, 36, 3) +
  picket(106, 28, 9) +
  picket(128, 26, 10) +
  shape("64,142! 76,16! 98,18! 88,144!", C.tan) +
  shape("64,142! 67,112! 73,122! 78,110! 84,120! 90,114! 88,144!", C.orange, 4) +
  line("4,144 30,140 48,147 62,142|90,144 112,140 134,147 156,142", 6, C.green) +
  ground(150);

const driveway =
  panel(34, 26, 92, 36, C.cream) +
  line("22,32! 80,6! 138,32!", 6) +
  panel(52, 36, 56, 26, C.white, 4) +
  rules("52,45 108,45|52,53 108,53", 3) +
  shape("50,62! 110,62! 152,150! 8,150!", C.metal) +
  shape("70,90 88,86 102,94 98,106 78,108 66,100", C.ink, 4) +
  line(
    "82,64! 78,74! 88,84!|70,102! 54,110! 56,124! 38,132! 36,148!|56,122! 72,130! 70,148!|98,104! 110,114! 106,126! 124,136! 122,148!",
    5,
    C.orange,
  ) +
  bush(22, 64, 11) +
  bush(138, 64, 11);

const concreteSlab =
  shape("4,74! 156,74! 156,150! 4,150!", C.tan) +
  shape("78,84 100,80 140,86 154,82! 156,112 128,120 100,112 84,104", C.ink, 4) +
  shape("4,56! 74,54! 76,82! 4,84!", C.mist) +
  shade("4,74! 75,73! 76,82! 4,84!") +
  shape("84,72! 156,88! 156,116! 80,98!", C.mist) +
  shade("82,90! 156,107! 156,116! 80,98!") +
  line("78,54! 80,74! 76,98!", 6, C.orange) +
  ticks(80, 52, 8, -50, 50) +
  dots(toPoints("28,112 56,126 116,136 20,136 90,132"), 4, 3, C.belt);

const tree =
  shape("62,146! 70,112 68,84! 92,84! 92,112 100,146!", C.belt) +
  shape(
    "40,88 18,76 14,52 32,40 38,18 66,8 92,14 104,6 126,20 132,42 146,56 138,80 112,88 80,94",
    C.leaf,
  ) +
  strokes("40,58 54,54 4|66,36 80,32 4|96,60 110,58 4|104,36 116,38 3", 3) +
  shape("92,116! 118,100! 146,96! 150,104! 124,112! 96,132!", C.orange, 4) +
  line("134,98! 146,84!|142,104! 154,116!", 5) +
  crack("80,90 76,104 86,112 80,128") +
  ground();

const lawn =
  panel(42, 26, 76, 32, C.cream, 4) +
  line("30,32! 80,6! 130,32!", 6) +
  panel(72, 36, 17, 22, C.petrol, 4) +
  shape("24,58! 136,58! 156,150! 4,150!", C.leaf) +
  shape("46,96 66,84 96,86 112,98 106,118 78,128 50,118", C.pale, 4) +
  strokes(
    "62,114 58,98 3|76,118 76,102 0|92,114 96,100 -3|70,102 66,92 0|86,102 88,92 0",
    4,
    C.orange,
  ) +
  strokes(
    "28,92 26,82 0|128,86 130,76 0|24,134 20,122 0|130,136 134,124 0|112,72 114,64 0|44,74 42,66 0",
    4,
    C.green,
  );

const sprinklerHead =
  earth(84) +
  tube("8,126! 152,126!", 10, C.white) +
  panel(70, 90, 22, 34, C.petrol, 4) +
  panel(74, 58, 14, 32, C.ink, 3) +
  shape("66,46! 96,46! 92,60! 70,60!", C.petrol, 4) +
  strokes("64,42 30,24 -8|60,50 18,48 -8|98,42 132,24 8|102,50 144,48 8", 4.4, C.metal) +
  crack("78,96 86,104 78,110 86,118") +
  drips("104,82,7 58,82,7") +
  ticks(82, 106, 18, 60, 120);

const wetYard =
  shape("8,92! 152,92! 152,148! 8,148!", C.leaf) +
  panel(8, 14, 52, 84, C.cream) +
  repeat([10, 40, 58, 40], [0, 22], 3, 3) +
  tube("76,13! 76,88! 96,100!", 12) +
  shape("52,124 72,108 112,104 146,116 148,130 118,140 74,140", C.mist) +
  line("84,122 100,116 122,120 130,128", 3, C.petrol) +
  drips("108,110,8 124,104,6") +
  strokes(
    "24,122 20,108 0|34,126 36,112 0|30,142 26,130 0|134,104 138,92 0|146,108 150,96 0",
    4,
    C.green,
  ) +
  ticks(112, 96, 14, -10, 70);

export const outdoorParts = {
  "fence-post": fencePost,
  driveway,
  "concrete-slab": concreteSlab,
  tree,
  lawn,
  "sprinkler-head": sprinklerHead,
  "wet-yard": wetYard,
};
