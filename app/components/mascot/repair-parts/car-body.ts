import { C, line, shape, strokes } from "../ink.ts";
import { place } from "../shapes.ts";
import { carBody, spokedWheel, wheelArch } from "./car-kit.ts";
import { disc, FINE, flake, ground, panel, repeat, rounded, rules, ticks, tube } from "./kit.ts";

const brakeDisc =
  wheelArch(
    spokedWheel(
      80,
      98,
      52,
      disc(80, 98, 33, C.metal, 4) +
        shape("104,66! 122,82 124,104 114,122! 98,112 104,98 98,80!", C.orange, 4),
    ),
  ) + ticks(80, 98, 58, 110, 140);

const tire =
  wheelArch(
    shape("80,52 116,64 128,98 126,122 136,142 132,150! 28,150! 24,142 34,122 32,98 44,64", C.ink) +
      disc(80, 100, 30, C.metal, 4) +
      [0, 72, 144, 216, 288]
        .map((turn) => place(shape("-4,-10! -5,-26! 5,-26! 4,-10!", C.mist, 3), 80, 100, turn))
        .join("") +
      disc(80, 100, 9, C.white, 3),
  ) +
  line("112,138! 136,120!", 10) +
  line("112,138! 134,122!", 4, C.orange) +
  line("130,112! 144,126!", 7, C.orange);

const tireWear =
  shape("34,14 80,6 126,14 134,40 136,80 134,120 126,146 80,153 34,146 26,120 24,80 26,40", C.ink) +
  repeat([50, 28, 66, 20], [0, 22], 6, 6, C.metal) +
  repeat([72, 20, 88, 28], [0, 22], 6, 6, C.metal) +
  shape(
    "98,12 126,16 132,40 134,80 132,120 126,144 98,149! 102,120 96,96 102,70 96,44!",
    C.orange,
    4,
  ) +
  strokes(
    "112,40 124,40 0|112,62 126,62 0|112,84 126,84 0|112,106 126,106 0|112,126 122,126 0",
    2.4,
  ) +
  line("40,30 36,60 36,100 40,130", 4, C.metal);

const tireTop = (x: number, y: number, turn: number, color: string) =>
  place(rounded(-9, -19, 18, 38, 5, color), x, y, turn);

const wheelAlignment =
  tireTop(34, 42, -22, C.orange) +
  tireTop(126, 42, 16, C.orange) +
  tireTop(36, 122, 0, C.ink) +
  tireTop(124, 122, 0, C.ink) +
  shape(
    "46,26 54,10 80,5 106,10 114,26 118,60 116,112 112,146 100,154 60,154 48,146 44,112 42,60",
    C.mist,
  ) +
  shape("50,58 80,48 110,58 106,74! 54,74!|56,118! 104,118! 106,132 80,137 54,132", C.petrol, 4) +
  rules("56,80 56,112|104,80 104,112", 3) +
  line("58,14 52,22 50,34|102,14 108,22 110,34", 3) +
  ticks(34, 42, 22, -140, -60) +
  ticks(126, 42, 22, 60, 140);

const shock = wheelArch(
  disc(104, 104, 40, C.ink) +
    disc(104, 104, 22, C.metal, 4) +
    disc(104, 104, 5, C.ink, 2) +
    rules("44,124 100,112", 13) +
    rules("44,124 100,112", 5, C.metal) +
    rules("58,46 58,120", 15) +
    rules("58,46 58,82", 6, C.white) +
    rules("58,82 58,118", 7, C.petrol) +
    line("40,54! 76,62! 40,70! 76,78! 40,86! 76,94! 40,102!", 11) +
    line("40,54! 76,62! 40,70! 76,78! 40,86! 76,94! 40,102!", 5, C.orange),
);

const suspension =
  panel(4, 14, 44, 44, C.mist) +
  rounded(112, 10, 40, 130, 12, C.ink) +
  repeat([122, 26, 142, 26], [0, 18], 6, 4, C.metal) +
  panel(94, 44, 18, 66, C.metal) +
  tube("36,44! 96,54!", 9) +
  tube("22,112! 96,102!", 11) +
  rules("30,58 30,120", 9) +
  disc(24, 112, 10, C.petrol, 4) +
  disc(32, 44, 9, C.petrol, 4) +
  line("64,98! 56,84! 76,80! 54,72! 74,66! 56,60!", 6) +
  disc(94, 102, 15, C.orange) +
  disc(94, 102, 5, C.cream, 3) +
  ticks(94, 102, 20, 150, 230) +
  ground(150);

const windshield =
  shape("4,146! 4,112! 16,98! 30,38 44,20 80,16 116,20 130,38 144,98! 156,112! 156,146!", C.mist) +
  shape("26,98! 40,42 52,32 80,29 108,32 120,42 134,98! 80,104", C.petrol) +
  strokes("48,80 60,48 0|60,88 68,68 0", 3.4, C.white) +
  line(
    "96,70! 116,84! 112,98!|96,70! 76,80! 72,96!|96,70! 98,50! 88,36!|96,70! 112,58! 118,46!",
    5,
    C.orange,
  ) +
  shape("90,62! 98,66! 106,62! 103,70! 108,78! 99,77! 94,84! 91,75! 84,72! 90,69!", C.white, 3) +
  rules("40,108 120,108") +
  disc(24, 122, 9, C.pale, 4) +
  disc(136, 122, 9, C.pale, 4) +
  rounded(48, 118, 64, 16, 5, C.deep, 4) +
  panel(14, 146, 24, 8, C.ink, 3) +
  panel(122, 146, 24, 8, C.ink, 3);

const dentedCar =
  carBody(
    shape("94,88! 110,86 126,90 136,98 128,104 108,106 96,100", C.orange, 4) +
      line("104,92! 112,98! 120,94!", 3),
  ) +
  ticks(116, 92, 26, 20, 90) +
  ground(139);

const carPaint =
  shape("6,128! 8,74 26,54! 66,40! 100,36! 156,34! 156,128!", C.mist) +
  rules("100,38 96,126", 4) +
  shape("30,62 44,56 58,60 72,52 82,60 78,74 84,84 66,90 56,84 40,92 32,80", C.orange, 4) +
  shape("46,70 56,66 66,72 62,80 50,80", C.metal, 3) +
  shape("108,58 126,54 138,64 132,78 116,78 106,70", C.orange, 4) +
  shape("8,84! 24,82! 26,96! 7,98!", C.pale, 4) +
  disc(58, 128, 27, C.ink) +
  disc(58, 128, 15, C.metal, 3) +
  rules("112,92 130,91", 6) +
  ground(153);

const carAc =
  shape("4,44! 28,24 80,16 132,24 156,44! 156,124! 4,124!", C.petrol) +
  rounded(20, 48, 56, 40, 7, C.deep, 4) +
  rounded(86, 48, 56, 40, 7, C.deep, 4) +
  rules("24,60 72,60|24,74 72,74|90,60 138,60|90,74 138,74", 5, C.mist) +
  rules("48,49 48,87|114,49 114,87", 4) +
  disc(36, 106, 10, C.metal, 4) +
  disc(124, 106, 10, C.metal, 4) +
  disc(80, 106, 15, C.white, 4) +
  flake(80, 106, 11) +
  line(
    "34,132 28,140 38,146 32,154|62,132 56,140 66,146 60,154|98,132 92,140 102,146 96,154|126,132 120,140 130,146 124,154",
    5,
    C.orange,
  );

const carSeat =
  rounded(56, 6, 40, 28, 9, C.petrol) +
  rules("68,34 68,42|84,34 84,42", 5) +
  shape("46,46 54,38 100,38 110,48 116,104! 112,116! 46,116! 40,104!", C.petrol) +
  line("58,48 54,104|98,48 104,104", FINE) +
  shape("24,112 36,106 120,106 136,114 136,130 126,138 32,138 22,128", C.petrol) +
  line("36,118 80,122 124,118", FINE) +
  shape("62,64 74,56 90,60 96,74 88,88 72,90 60,80", C.orange, 4) +
  disc(98, 94, 4, C.orange, 3) +
  panel(34, 138, 90, 9, C.metal, 4) +
  line("130,12! 116,60 124,112!", 5, C.metal) +
  ground(151);

const towHook =
  rules("12,104 64,26", 13) +
  rules("12,104 64,26", 4, C.sun) +
  panel(4, 104, 36, 18, C.sun) +
  disc(22, 128, 18, C.ink) +
  disc(22, 128, 9, C.metal, 3) +
  rules("64,26 64,56") +
  place(carBody(), 56, 30, 13, 0.7) +
  line("64,56! 64,70 72,78 78,70 74,62", 12) +
  line("64,56! 64,70 72,78 78,70 74,62", 5, C.orange) +
  ticks(68, 66, 18, -140, -60) +
  ground(148);

const trailerHitch =
  shape("4,12! 46,12! 52,84! 4,88!", C.mist) +
  panel(12, 26, 22, 24, C.pale, 4) +
  tube("24,96! 24,116! 84,116!", 12) +
  panel(2, 84, 56, 17, C.metal) +
  rules("84,110 84,98", 12) +
  disc(84, 90, 16, C.orange) +
  shape("64,70! 62,50 76,40 94,44! 156,54! 156,74! 108,74! 104,66 94,62 84,62 76,70!", C.petrol) +
  line("92,46! 106,24! 128,26!", 7) +
  rules("138,76 138,138", 9) +
  disc(138, 140, 9, C.metal, 4) +
  ticks(84, 90, 22, 80, 130) +
  ticks(84, 90, 22, -130, -80) +
  ground(152);

const headlight =
  shape("2,118! 4,76 16,56! 34,30 60,20 100,20 126,30 144,56! 156,76 158,118!", C.mist) +
  line("18,56 80,46 142,56", FINE) +
  disc(38, 84, 25, C.white) +
  disc(38, 84, 13, C.pale, 4) +
  strokes("30,50 28,42 0|50,48 54,40 0|14,60 9,54 0", 3.4, C.sun) +
  disc(122, 84, 25, C.ink) +
  shape("100,72! 110,64! 120,60! 118,74! 126,82! 114,86! 110,100! 100,94!", C.white, 3) +
  line("120,60! 118,74! 126,82! 114,86! 110,106!|126,82! 144,76!|126,82! 136,100!", 5, C.orange) +
  ticks(122, 84, 28, -20, 30) +
  rounded(66, 72, 28, 26, 5, C.deep, 4) +
  rules("76,74 76,97|85,74 85,97", 3, C.metal) +
  panel(4, 116, 151, 18, C.metal) +
  panel(14, 134, 26, 16, C.ink, 3) +
  panel(120, 134, 26, 16, C.ink, 3);

const wheelBalance =
  wheelArch(spokedWheel(80, 98, 52, disc(80, 98, 26, C.metal, 4))) +
  rounded(96, 58, 22, 14, 4, C.orange, 4) +
  line("18,112 10,124 18,138|142,112 150,124 142,138", 5, C.orange);

export const carBodyParts = {
  "brake-disc": brakeDisc,
  tire,
  "tire-wear": tireWear,
  "wheel-alignment": wheelAlignment,
  shock,
  suspension,
  windshield,
  "car-body": dentedCar,
  "car-paint": carPaint,
  "car-ac": carAc,
  "car-seat": carSeat,
  headlight,
  "tow-hook": towHook,
  "trailer-hitch": trailerHitch,
  "wheel-balance": wheelBalance,
};
