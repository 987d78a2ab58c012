import { C, flat, line, shade, shape } from "../ink.ts";
import {
  disc,
  drips,
  FINE,
  ground,
  machine,
  panel,
  puddle,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";

const faucet =
  panel(6, 112, 148, 13, C.cream) +
  shape("20,126! 140,126! 130,148 118,152 42,152 30,148", C.mist) +
  tube("62,108! 62,58 72,34 94,26 116,38 120,62!", 13) +
  panel(46, 96, 32, 15, C.metal) +
  panel(112, 58, 17, 11, C.metal, 4) +
  shape("52,70! 28,60 16,62 16,74 28,78 52,82!", C.petrol, 4) +
  drips("120,92,10") +
  ticks(120, 88, 18, 60, 120, 2) +
  ticks(120, 88, 18, -120, -60, 2);

const toiletTank =
  panel(16, 10, 128, 16, C.white) +
  shape("24,27! 136,27! 130,126! 30,126!", C.white) +
  flat("29,66! 60,63 100,68 132,65! 127,123! 33,123!", C.mist) +
  line("28,66 60,63 100,68 132,65", FINE, C.petrol) +
  tube("48,122! 48,52!", 6, C.cream) +
  tube("112,122! 112,56!", 6, C.metal) +
  rules("48,50 74,56", 4) +
  disc(80, 62, 14, C.petrol) +
  rules("126,40 104,40 88,104", 3) +
  shape("62,112! 68,104 90,102 98,112! 98,120! 62,120!", C.orange, 4) +
  rounded(126, 34, 20, 10, 4, C.metal, 4) +
  shape("48,129! 112,129! 108,150! 52,150!", C.white);

const toiletBase =
  rounded(16, 18, 40, 62, 6, C.white) +
  panel(12, 10, 48, 11, C.white, 4) +
  shape("40,80! 134,78! 136,90 122,108 96,116! 98,134! 48,134! 50,112 34,96 30,84", C.white) +
  shade("96,116! 98,134! 48,134! 49,122! 80,122 98,114") +
  shape("52,70! 130,66 142,72 140,80! 52,80!", C.mist, 4) +
  rules("44,136 102,136", 10) +
  rules("46,136 100,136", 5, C.orange) +
  puddle(98, 145, 50) +
  ticks(44, 136, 10, -130, -50) +
  drips("122,138,8");

const tiles = (x: number, y: number, width: number, height: number) =>
  panel(x, y, width, height, C.cream) +
  repeat([x + 28, y + 2, x + 28, y + height - 2], [28, 0], Math.ceil(width / 28) - 1, 3, C.metal) +
  repeat([x + 2, y + 28, x + width - 2, y + 28], [0, 28], Math.ceil(height / 28) - 1, 3, C.metal);

const showerHead =
  tiles(10, 8, 140, 140) +
  tube("10,32! 44,26 66,34 78,48!", 9) +
  shape("62,58! 74,44 88,44 100,58! 112,76! 50,76!", C.metal) +
  rounded(46, 74, 70, 11, 4, C.petrol, 4) +
  drips("62,106,7 84,112,9 104,102,6") +
  disc(122, 124, 15, C.metal) +
  rules("122,124 134,116", 6);

const tub =
  tiles(10, 8, 140, 84) +
  tube("132,60! 118,60 110,66 110,72!", 8) +
  disc(132, 44, 8, C.metal, 4) +
  rules("34,142 30,150|126,142 130,150", 8) +
  shape("16,94! 144,94! 138,128 124,142 36,142 22,128", C.white) +
  shade("30,136 124,136 136,126 124,142 36,142") +
  rounded(8, 82, 144, 14, 6, C.orange) +
  ticks(60, 82, 14, -24, 24);

const washer =
  tube("120,36! 138,40 144,56 140,84 144,108!", 7, C.metal) +
  machine(10, 16, 116, 126, C.white) +
  rules("12,42 126,42") +
  disc(102, 29, 6, C.petrol, 3) +
  rules("26,29 60,29", 6) +
  disc(66, 92, 37, C.metal) +
  disc(66, 92, 26, C.petrol, 4) +
  flat("42,96! 54,92 68,98 82,92 90,96! 86,108 74,116 58,116 46,108", C.mist) +
  drips("144,124,9") +
  puddle(132, 146, 22) +
  ground(148);

const grabBar =
  tiles(10, 8, 140, 96) +
  line("40,66! 118,46!", 17) +
  line("40,66! 118,46!", 8, C.orange) +
  disc(40, 66, 11, C.metal, 4) +
  disc(118, 46, 11, C.metal, 4) +
  rounded(6, 100, 148, 14, 6, C.white) +
  shape("14,115! 146,115! 140,148! 20,148!", C.white) +
  shade("18,136! 142,136! 140,148! 20,148!");

const tileWall =
  tiles(10, 10, 140, 140) +
  shape("38,38! 94,38! 94,66! 66,66! 66,94! 38,94!", C.sand, 4) +
  rules("46,48 58,60|46,66 60,80|66,46 84,58", 3, C.tan) +
  line("94,40! 94,66! 66,66! 66,94! 94,94! 94,122!", 5, C.orange) +
  shape("98,94! 126,88! 134,114! 104,122!", C.orange, 4) +
  rules("108,94 114,104 108,110 114,118", 3) +
  drips("52,118,9");

/** From the bowl up over the bend behind it and down into the floor. */
const trap = "104,116 96,124 82,122 70,106 58,90 46,94 42,110 42,139!";

const toiletBowl =
  rounded(8, 8, 42, 62, 6, C.white) +
  shape("24,70! 150,66! 148,92 134,116 120,128! 124,148! 26,148! 28,116 22,92!", C.white) +
  tube(trap, 16, C.mist) +
  shape("80,78! 140,75! 137,96 122,118 106,127 94,118 88,100!", C.mist, 4) +
  line(trap, 16, C.mist) +
  shape("58,104 66,95 76,103 83,116 76,126 66,121", C.orange, 4) +
  line("88,88 102,84 120,88 134,85", 4, C.petrol) +
  shape("44,62! 144,56 156,62 154,72! 44,74!", C.white) +
  // The auger: its bent tube rests in the bowl, the cable goes on to the clog.
  line("106,116 97,128 84,122", 4) +
  tube("132,14! 118,76 112,106 106,116", 4, C.metal) +
  line("118,10! 150,18!", 8) +
  line("118,10! 150,18!", 2, C.sun) +
  ground(150);

export const bathroomParts = {
  faucet,
  "toilet-tank": toiletTank,
  "toilet-base": toiletBase,
  "shower-head": showerHead,
  tub,
  washer,
  "grab-bar": grabBar,
  "tile-wall": tileWall,
  "toilet-bowl": toiletBowl,
};
