import { C, dots, line, shade, shape, strokes } from "../ink.ts";
import { toPoints } from "../small-objects.ts";
import {
  bolt,
  disc,
  drips,
  FINE,
  ground,
  machine,
  panel,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";

const deckPost =
  rules("26,12 26,52|134,8 134,52", 9) +
  rules("26,12 26,52|134,8 134,52", 3, C.tan) +
  repeat([44, 18, 44, 50], [15, 0], 6, 4) +
  panel(14, 8, 132, 9, C.tan, 4) +
  panel(6, 50, 148, 18, C.tan) +
  repeat([34, 52, 34, 66], [30, 0], 4, 3) +
  panel(14, 68, 132, 12, C.belt, 4) +
  panel(22, 80, 16, 62, C.tan) +
  panel(122, 80, 16, 62, C.tan) +
  rules("40,108 62,82|120,108 98,82", 6) +
  shape("120,118! 128,124! 132,114! 140,122! 140,142! 120,142!", C.orange, 4) +
  ticks(130, 126, 16, -130, -50) +
  panel(14, 140, 32, 8, C.metal, 4) +
  panel(114, 140, 32, 8, C.metal, 4) +
  ground(149);

const poolBasin = (water: string, content: string) =>
  shape("20,70 44,48 88,46 132,54 152,84 142,122 104,140 54,138 18,118 10,92", C.cream) +
  shape("32,76 50,60 88,58 124,64 138,86 130,112 100,126 58,124 30,110 24,92", water) +
  content +
  line("104,76! 104,40 110,30 118,30 122,38!|126,84! 126,46 132,36 140,36 144,44!", 5) +
  rules("106,52 124,58|106,66 124,72", 4);

const pool =
  poolBasin(
    C.mist,
    line("30,80 50,66 88,64 122,70 136,90", 6, C.orange) +
      line("46,96 56,92 66,96 76,92|78,112 90,108 102,112", 4, C.petrol),
  ) + ticks(30, 72, 16, -100, -20);

const poolAlgae =
  poolBasin(
    C.leaf,
    dots(toPoints("56,82 86,72 104,104 44,102 76,116 80,94"), 9, 6, C.green) +
      line("50,94 58,90 66,94 74,90|86,118 96,114 106,118", 4, C.white),
  ) + ticks(80, 70, 24, -50, 10, 4);

const poolPump =
  tube("8,96! 30,96!", 12, C.white) +
  tube("52,62! 52,14! 96,14!", 12, C.white) +
  rounded(26, 62, 52, 68, 10, C.petrol) +
  rounded(32, 54, 40, 14, 5, C.mist, 4) +
  panel(78, 78, 10, 38, C.metal, 4) +
  machine(88, 70, 62, 54, C.metal) +
  repeat([100, 78, 100, 116], [10, 0], 4, 4) +
  bolt(116, 50, 1.1) +
  panel(98, 126, 42, 8, C.ink, 3) +
  drips("84,136,6") +
  panel(14, 136, 140, 11, C.cream, 4);

const hotTub =
  strokes("48,34 44,8 8|78,30 82,4 -8|106,34 102,8 8", 4.4, C.metal) +
  shape("12,56! 148,56! 142,140! 18,140!", C.tan) +
  repeat([36, 64, 38, 138], [22, 0], 5, FINE) +
  shape("8,58 14,46 80,38 146,46 152,58 80,70", C.white) +
  shape("26,56 80,46 134,56 80,63", C.metal, 4) +
  rounded(94, 80, 40, 26, 5, C.orange, 4) +
  rules("102,88 126,88|102,97 114,97", 4, C.white) +
  ticks(134, 92, 8, 50, 130) +
  panel(26, 118, 48, 26, C.belt) +
  ground();

const awning =
  panel(6, 8, 148, 138, C.cream) +
  panel(48, 84, 62, 62, C.petrol) +
  rules("79,84 79,146", 5) +
  shape("26,22! 134,22! 152,66! 8,70!", C.white) +
  shape("48,23! 70,23! 62,69! 36,70!|92,23! 113,23! 124,67! 94,68!", C.petrol, 4) +
  line(
    "8,70! 16,84 26,86 36,70!|36,70! 44,84 54,84 62,69!|62,69! 70,84 86,84 94,68!|94,68! 102,84 116,82 124,67!|124,67! 132,80 146,80 152,66!",
    4,
  ) +
  panel(20, 14, 120, 11, C.metal, 4) +
  line("142,70! 132,92! 144,104! 132,124!", 11) +
  line("142,70! 132,92! 144,104! 132,124!", 5, C.orange) +
  line("18,74! 30,122!", 6);

const coverPosts = (base: string) =>
  panel(4, 10, 34, 136, C.cream) +
  repeat([6, 58, 36, 58], [0, 24], 4, 3) +
  panel(130, 60, 12, 86, C.tan) +
  base +
  ground(148);

const patioCover =
  coverPosts(
    rules("68,102 116,102", 9) +
      rules("74,106 70,144|110,106 114,144|54,114 54,144|54,124 68,124|54,90 54,114", 5) +
      drips("88,66,8 66,76,6"),
  ) +
  shape("30,30! 152,52! 152,64! 30,46!", C.petrol) +
  rules("58,36 57,50|88,41 87,55|118,47 117,60", 3) +
  line("34,22! 46,34! 36,48!", 6, C.orange) +
  ticks(38, 30, 10, 10, 80);

const carport =
  shape("8,42! 80,18! 152,42! 150,56! 80,34! 10,56!", C.petrol) +
  rules("80,18 80,33|44,30 45,44|116,30 115,44", 3) +
  rules("20,54 20,146|140,54 140,146", 10) +
  rules("20,54 20,146|140,54 140,146", 4, C.metal) +
  shape("36,134! 36,106 46,98! 56,80 68,74 92,74 104,80 114,98! 124,106 124,134!", C.mist) +
  shape("56,96! 63,84 70,81 90,81 97,84 104,96!", C.petrol, 4) +
  rules("66,122 94,122", 5) +
  disc(48, 114, 6, C.pale, 3) +
  disc(112, 114, 6, C.pale, 3) +
  panel(40, 134, 18, 12, C.ink, 3) +
  panel(102, 134, 18, 12, C.ink, 3) +
  rules("140,108 140,146", 6, C.orange) +
  drips("80,54,7") +
  ground(148);

const sunroom =
  panel(4, 8, 44, 138, C.cream) +
  repeat([6, 30, 46, 30], [0, 24], 5, 3) +
  shape("48,30! 152,62! 152,74! 48,44!", C.white, 4) +
  shape("48,48! 150,76! 150,146! 48,146!", C.mist) +
  rules("82,56 82,146|116,66 116,146|48,112 150,112", 5) +
  strokes("58,100 72,72 0|92,104 104,84 0|126,106 138,92 0", 2.6, C.white) +
  line("46,24! 58,34! 46,46!", 7, C.orange) +
  ticks(52, 30, 10, 0, 80) +
  drips("66,74,7") +
  ground(148);

const screenRoom =
  shape("4,42! 28,10! 132,10! 156,42!", C.petrol) +
  rules("20,26 140,26|60,11 56,25|100,11 104,25|40,27 34,40|80,27 80,40|120,27 126,40", 3) +
  panel(16, 44, 128, 102, C.mist, 4) +
  repeat([30, 46, 30, 144], [14, 0], 8, 2.4, C.metal) +
  repeat([18, 60, 142, 60], [0, 14], 6, 2.4, C.metal) +
  shape("92,58! 134,60! 132,116!", C.white, 4) +
  shape("92,58! 132,116! 88,112!", C.orange, 4) +
  rules("94,76 118,112|92,94 104,112", 2.4) +
  rules("16,44 16,146|80,44 80,146|144,44 144,146|16,144 144,144", 8) +
  rules("16,44 16,146|80,44 80,146|144,44 144,146|16,144 144,144", 3, C.white) +
  ground(150);

const grill =
  rules("52,98 40,144|108,98 120,144|46,122 114,122", 7) +
  shape("26,70! 30,44 52,26 80,22 108,26 130,44 134,70!", C.petrol) +
  shade("108,26 130,44 134,70! 112,70! 112,44") +
  rules("62,50 98,50", 6, C.metal) +
  panel(6, 70, 148, 12, C.metal) +
  shape("30,83! 130,83! 124,104! 36,104!", C.ink) +
  disc(58, 93, 7, C.metal, 3) +
  disc(102, 93, 7, C.orange, 3) +
  ticks(102, 93, 14, 110, 200) +
  rounded(66, 112, 30, 34, 9, C.white) +
  ground(148);

export const outdoorLivingParts = {
  "deck-post": deckPost,
  pool,
  "pool-algae": poolAlgae,
  "pool-pump": poolPump,
  "hot-tub": hotTub,
  awning,
  "patio-cover": patioCover,
  carport,
  sunroom,
  "screen-room": screenRoom,
  grill,
};
