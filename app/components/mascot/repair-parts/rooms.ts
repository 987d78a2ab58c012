import { C, line, shape, strokes } from "../ink.ts";
import { place } from "../shapes.ts";
import { disc, FINE, fanBlades, panel, repeat, rounded, rules, ticks } from "./kit.ts";

const floorBoards =
  panel(8, 8, 144, 46, C.cream) +
  panel(6, 46, 148, 12, C.white, 4) +
  shape("8,58! 152,58! 156,148! 4,148!", C.tan) +
  rules(
    "6,88 154,88|5,118 155,118|60,59 58,87|112,59 113,87|34,89 32,117|124,89 126,117|66,119 64,147|116,119 117,147",
    4,
  ) +
  shape("32,89! 80,89! 80,117! 31,117!", C.ink, 3) +
  shape("80,89! 122,89! 125,117! 80,117!", C.tan, 4) +
  shape("30,110! 80,78! 84,102! 34,136!", C.orange) +
  ticks(32, 118, 10, -120, -20);

const stairs =
  shape(
    "10,148! 10,124! 44,124! 44,100! 78,100! 78,76! 112,76! 112,52! 152,52! 152,148!",
    C.cream,
  ) +
  rules("8,124 48,124|76,76 116,76|110,52 152,52", 11) +
  rules("8,124 48,124|76,76 116,76|110,52 152,52", 4, C.tan) +
  shape("38,94! 60,102! 64,112! 36,106!|64,104! 86,92! 86,104! 68,114!", C.orange, 4) +
  rules("26,116 26,78|95,68 95,36|134,44 134,20", 5) +
  line("14,84! 146,8!", 13) +
  line("14,84! 146,8!", 4, C.belt) +
  ticks(63, 96, 8, -60, 20);

const cabinet =
  panel(6, 12, 148, 14, C.cream) +
  panel(14, 26, 132, 112, C.sand) +
  panel(22, 138, 116, 10, C.ink, 3) +
  panel(22, 36, 54, 94, C.tan, 4) +
  panel(32, 46, 34, 74, C.sand, FINE) +
  disc(68, 84, 4, C.ink, 2) +
  panel(84, 36, 54, 94, C.ink, 4) +
  shape("86,46! 136,34! 152,126! 100,140!", C.tan) +
  shape("97,56! 128,48! 140,116! 109,126!", C.sand, FINE) +
  disc(98, 92, 4, C.ink, 2) +
  shape("128,30! 146,28! 148,46! 132,48!", C.orange, 4) +
  ticks(134, 36, 12, -20, 70);

const wallShelf =
  panel(8, 8, 144, 140, C.cream) +
  shape("26,48! 36,38! 50,42! 52,56! 44,66! 30,62!", C.ink, 4) +
  place(
    panel(-52, -6, 104, 12, C.tan) +
      panel(8, -40, 12, 34, C.petrol, 4) +
      panel(20, -46, 14, 40, C.mist, 4) +
      panel(34, -36, 10, 30, C.sun, 4),
    84,
    92,
    17,
  ) +
  line("120,110! 120,136! 96,112!", 5) +
  shape("40,58! 58,62! 60,72! 44,78! 34,70!", C.metal, 4) +
  line("40,52! 28,62!", 9) +
  line("44,50! 28,64!", 4, C.orange) +
  ticks(40, 52, 18, -70, 30);

const carpet =
  shape("30,38! 130,38! 154,128! 6,128!", C.petrol) +
  shape("40,48! 120,48! 136,116! 24,116!", C.mist, FINE) +
  repeat([10, 130, 8, 142], [15, 0], 10, 4) +
  shape("62,76 74,62 94,64 108,74 112,90 96,102 78,98 60,102 52,90", C.orange, 4) +
  disc(122, 66, 5, C.orange, 3) +
  strokes("66,30 60,10 6|84,28 80,6 6|102,30 98,10 6", 3.6, C.metal);

const blinds =
  rounded(18, 8, 124, 140, 4, C.white) +
  panel(30, 20, 100, 116, C.mist, 4) +
  rules("80,20 80,136|30,92 130,92", 5, C.white) +
  panel(24, 14, 112, 12, C.tan) +
  [0, 1, 2, 3].map((i) => place(panel(-48, -5, 96, 9, C.cream, 4), 80, 36 + i * 14, i)).join("") +
  [0, 1, 2]
    .map((i) => place(panel(-48, -5, 96, 9, C.cream, 4), 80, 92 + i * 12, 11 + i * 2))
    .join("") +
  line("44,26! 44,92!|116,26! 116,52!", 3) +
  line("116,50! 120,66 110,74 118,84!", 4.6, C.orange) +
  ticks(116, 68, 14, 40, 130);

const doorSwing = (x: number, y: number) =>
  line(`${x},${y}! ${x + 18},${y}!|${x + 18},${y}! ${x + 14},${y + 14} ${x},${y + 18}!`, 3);

const floorPlan =
  shape("10,14! 150,10! 152,146! 8,148!", C.white) +
  line("26,30! 134,27! 136,130! 100,131!|78,132! 25,133! 26,30!", 8) +
  line("26,76! 50,75!|72,75! 84,74!|84,28! 84,40!", 6) +
  line("84,58! 84,131!", 13) +
  line("84,58! 84,131!", 6, C.orange) +
  doorSwing(52, 76) +
  panel(36, 40, 30, 20, C.mist, 3) +
  panel(104, 38, 20, 22, C.mist, 3) +
  panel(38, 98, 26, 22, C.mist, 3) +
  ticks(84, 94, 14, 50, 130);

const exhaustFan =
  panel(6, 6, 148, 98, C.white) +
  rounded(30, 16, 100, 78, 8, C.mist) +
  disc(80, 55, 31, C.deep, 4) +
  place(fanBlades(C.orange), 80, 55, 20, 0.8) +
  disc(80, 55, 6, C.metal, 3) +
  rules("36,32 124,32|36,78 124,78", 3) +
  line(
    "44,152 38,140 48,128 42,116|80,152 74,140 84,128 78,116|116,152 110,140 120,128 114,116",
    6,
    C.metal,
  );

export const roomParts = {
  "floor-boards": floorBoards,
  stairs,
  cabinet,
  "wall-shelf": wallShelf,
  carpet,
  blinds,
  "floor-plan": floorPlan,
  "exhaust-fan": exhaustFan,
};
