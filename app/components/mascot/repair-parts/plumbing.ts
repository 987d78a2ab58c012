import { C, flat, line, shade, shape } from "../ink.ts";
import {
  bolt,
  crack,
  disc,
  drips,
  earth,
  FINE,
  flake,
  ground,
  icicles,
  panel,
  puddle,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";
import { sinkCabinet, wallCutaway } from "./settings.ts";

const waterHeater =
  tube("60,4! 60,26!", 8) +
  tube("98,4! 98,26!", 8) +
  tube("118,46! 138,46! 138,104!", 6) +
  rules("48,134 48,144|110,134 110,144", 7) +
  shape("38,34 46,24 80,20 112,24 120,34! 121,124! 112,136 80,139 46,136 38,126!", C.mist) +
  shade("104,24 112,24 120,34! 121,124! 112,136 102,138") +
  line("40,46 80,52 120,46|40,114 80,121 120,114", FINE) +
  rounded(60, 78, 40, 26, 5, C.petrol, 4) +
  disc(80, 91, 7, C.cream, 3) +
  drips("138,124,9") +
  puddle(132, 144, 22) +
  ground(148);

const drainTrap = sinkCabinet(
  tube("80,56! 80,100 84,120 98,126 112,120 116,100 122,90! 136,90!", 15) +
    line("86,116 98,126 111,118", 19) +
    line("86,116 98,126 111,118", 11, C.orange) +
    panel(67, 58, 26, 9, C.white, 4) +
    panel(67, 84, 26, 9, C.white, 4) +
    ticks(98, 122, 17, 130, 220),
);

const garbageDisposal = sinkCabinet(
  tube("100,82! 132,82!", 10, C.white) +
    panel(62, 50, 36, 10, C.metal, 4) +
    shape("54,66 60,60 100,60 106,66! 108,96! 104,122 96,128 64,128 56,122 52,96!", C.petrol) +
    shade("94,61 106,66! 108,96! 104,122 96,128 90,128") +
    line("53,94 80,98 107,94", FINE) +
    bolt(78, 78, 0.8) +
    disc(80, 114, 5, C.cream, 3),
);

const sewerLine =
  earth(64) +
  shape("14,62! 14,32! 40,10! 66,32! 66,62!", C.cream) +
  line("6,38! 40,9! 74,38!", 6) +
  panel(34, 42, 13, 20, C.petrol, 4) +
  shape("128,62! 130,46! 138,46! 140,62!", C.belt, 4) +
  disc(134, 30, 19, C.leaf) +
  tube("40,72! 40,106! 148,122!", 13) +
  line("134,66 128,84 116,96 112,116|128,84 136,100 126,118|118,92 100,104 96,112", 5, C.bark) +
  line("86,112 104,114", 20) +
  line("86,112 104,114", 12, C.orange) +
  ticks(94, 113, 16, 160, 220);

const pipeLeak = wallCutaway(
  tube("24,76! 80,76! 80,118!", 13) +
    tube("80,76! 134,72!", 13) +
    rounded(66, 62, 28, 28, 5, C.metal, 4) +
    crack("72,68 80,74 76,79 86,85") +
    ticks(84, 70, 24, -30, 40) +
    drips("100,104,8 64,108,6"),
);

const pipeFrozen = wallCutaway(
  tube("24,72! 136,68!", 14) +
    shape(
      "56,72! 54,60 66,52 80,56 94,50 106,58 108,72! 104,92! 98,80! 90,80! 84,104! 76,80! 70,82! 64,98! 60,82!",
      C.white,
      4,
    ) +
    flake(82, 68, 13) +
    ticks(82, 60, 22, -40, 40),
);

const waterMeterValve =
  panel(4, 16, 12, 120, C.cream) +
  tube("16,102! 147,102!", 15) +
  panel(24, 90, 11, 25, C.metal, 4) +
  panel(138, 90, 11, 25, C.metal, 4) +
  rounded(40, 74, 50, 54, 10, C.petrol) +
  disc(65, 84, 25, C.white) +
  rules("65,84 75,70", 5) +
  rules("49,84 52,84|65,68 65,71|81,84 78,84", 3) +
  rounded(102, 84, 28, 36, 8, C.metal) +
  rules("116,84 116,60", 9) +
  shape("116,46 138,48 142,54 138,60 116,62 94,60 90,54 94,48", C.orange) +
  rules("104,54 128,54") +
  ground();

const sumpPump =
  shape("6,58! 34,58! 34,140! 126,140! 126,58! 154,58! 154,152! 6,152!", C.metal) +
  flat("37,86! 60,83 96,88 123,85! 123,137! 37,137!", C.mist) +
  line("36,86 60,83 96,88 124,85", FINE, C.petrol) +
  tube("70,96! 70,20! 130,20!", 9, C.white) +
  rounded(46, 94, 48, 38, 9, C.petrol) +
  rules("54,134 54,138|86,134 86,138", 6) +
  rules("56,112 84,112|56,122 84,122", 3) +
  line("94,104 104,94 108,82", 3) +
  disc(108, 74, 12, C.orange) +
  ticks(108, 74, 18, 20, 110) +
  panel(62, 44, 17, 12, C.sun, 4);

const septicTank =
  earth(46) +
  tube("10,84! 46,84!", 11, C.white) +
  tube("118,92! 150,96!", 11, C.white) +
  panel(66, 42, 32, 26, C.metal, 4) +
  panel(60, 36, 44, 9, C.petrol, 4) +
  rounded(34, 66, 94, 72, 8, C.mist) +
  flat("38,80! 60,76 92,82 124,78! 124,134! 38,134!", C.bark, ".7") +
  rules("86,70 86,122", 5) +
  line("37,80 60,76 92,82 125,78", 5, C.orange) +
  ticks(81, 32, 6, -60, 60);

const outdoorFaucet =
  panel(8, 8, 52, 136, C.cream) +
  repeat([10, 34, 58, 34], [0, 26], 5, 3) +
  disc(60, 74, 18, C.metal) +
  tube("62,74! 102,74 116,80 118,98!", 14) +
  rules("88,70 88,46", 8) +
  shape("88,32 110,34 114,40 110,46 88,48 66,46 62,40 66,34", C.petrol) +
  panel(104, 96, 29, 11, C.metal, 4) +
  icicles(108, "110,16 118,30 127,14") +
  crack("76,66 84,74 78,78 86,84") +
  flake(138, 66, 14) +
  ground();

const wellTank =
  tube("6,132! 152,132!", 9) +
  shape("40,46 44,26 70,18 96,26 100,46! 101,108! 96,124 70,130 44,124 40,108!", C.petrol) +
  shade("86,21 96,26 100,46! 101,108! 96,124 84,128") +
  line("41,52 70,58 100,52|41,102 70,108 100,102", FINE) +
  rules("126,132 126,96", 7) +
  disc(126, 78, 21, C.white) +
  line("126,78! 114,68!", 5, C.orange) +
  rules("112,84 115,83|126,64 126,67|140,84 137,83", 3) +
  disc(126, 78, 3, C.ink, 2) +
  ticks(126, 78, 26, -60, 60) +
  ground();

export const plumbingParts = {
  "water-heater": waterHeater,
  "drain-trap": drainTrap,
  "garbage-disposal": garbageDisposal,
  "sewer-line": sewerLine,
  "pipe-leak": pipeLeak,
  "pipe-frozen": pipeFrozen,
  "water-meter-valve": waterMeterValve,
  "sump-pump": sumpPump,
  "septic-tank": septicTank,
  "outdoor-faucet": outdoorFaucet,
  "well-tank": wellTank,
};
