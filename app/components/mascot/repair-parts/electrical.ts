import { C, dots, el, flat, line, shade, shape, strokes } from "../ink.ts";
import { place } from "../shapes.ts";
import { toPoints } from "../small-objects.ts";
import {
  bolt,
  crack,
  disc,
  FINE,
  ground,
  panel,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";
import { roof } from "./settings.ts";

const breakerPanel =
  shape("8,22! 42,12! 44,150! 8,138!", C.mist) +
  rules("34,76 34,90", 5) +
  panel(44, 12, 104, 136, C.metal) +
  panel(56, 24, 80, 112, C.cream, 4) +
  [0, 1, 2, 3]
    .map((row) => [62, 100].map((x) => panel(x, 32 + row * 26, 30, 17, C.deep, 3)).join(""))
    .join("") +
  repeat([82, 36, 82, 44], [0, 26], 4, 4, C.mist) +
  repeat([110, 36, 110, 44], [0, 26], 4, 4, C.mist) +
  panel(100, 58, 30, 17, C.orange, 3) +
  rules("121,62 121,70", 4, C.white) +
  ticks(130, 66, 12, 40, 140);

const receptacle = (y: number) =>
  shape(
    `52,${y + 4} 60,${y} 100,${y} 108,${y + 4} 108,${y + 34} 100,${y + 38} 60,${y + 38} 52,${y + 34}`,
    C.white,
    4,
  ) +
  rules(`69,${y + 9} 69,${y + 21}|91,${y + 9} 91,${y + 21}`, 5) +
  disc(80, y + 29, 3, C.ink, 2);

const outlet =
  rounded(36, 10, 88, 140, 12, C.cream) +
  receptacle(26) +
  receptacle(94) +
  dots(toPoints("80,79"), 3, 3, C.metal) +
  shape(
    "60,92! 66,80 76,86 84,72 92,88 104,80 100,96 106,108 92,110 84,122 74,110 62,112! 66,102",
    C.ink,
    3,
  ) +
  bolt(86, 98, 1.2);

const wallSwitch =
  rounded(34, 8, 92, 144, 12, C.cream) +
  disc(80, 28, 4, C.metal, 3) +
  disc(80, 132, 4, C.metal, 3) +
  rounded(60, 46, 40, 68, 6, C.white, 4) +
  shape("68,76! 92,76! 98,108! 62,108!", C.orange, 4) +
  shade("64,98! 96,98! 98,108! 62,108!") +
  ticks(80, 80, 54, 60, 120) +
  ticks(80, 80, 54, -120, -60);

const ceilingFan =
  panel(10, 6, 140, 11, C.white, 4) +
  rules("80,18 80,50", 8) +
  shape("66,18! 94,18! 90,30! 70,30!", C.metal, 4) +
  shape("64,68! 16,54 6,62 10,74 62,80!|96,68! 144,54 154,62 150,74 98,80!", C.tan) +
  shape("66,80! 34,104 34,114 48,114 78,86!|94,80! 126,104 126,114 112,114 82,86!", C.belt) +
  shape("58,54 66,48 94,48 102,54! 102,78 94,86 66,86 58,78!", C.orange) +
  shape("64,88! 96,88! 96,102 80,112 64,102", C.cream) +
  rules("92,110 92,132") +
  disc(92, 136, 4, C.metal, 3) +
  ticks(80, 66, 30, -26, -56, 2) +
  ticks(80, 66, 30, 26, 56, 2);

const lightFixture =
  panel(10, 6, 140, 11, C.white, 4) +
  rules("80,18 80,46", 6) +
  shape("70,96! 66,106 58,118 62,134 80,142 98,134 102,118 94,106 90,96!", C.metal) +
  line("72,98! 70,116 76,112!|84,110! 90,116 88,98!", 3) +
  line("74,124! 79,118! 83,126! 88,119!", 4, C.orange) +
  shape("66,46! 94,46! 100,64 136,88 138,98! 22,98! 24,88 60,64", C.petrol) +
  shade("100,64 136,88 138,98! 110,98! 104,80") +
  ticks(80, 122, 32, 60, 130) +
  ticks(80, 122, 32, -60, -130);

const smokeAlarm =
  disc(80, 80, 52, C.cream) +
  disc(80, 80, 38, C.white, 4) +
  rules("58,60 102,60|52,72 108,72|52,88 108,88|58,100 102,100", 4, C.metal) +
  disc(80, 80, 12, C.orange, 4) +
  line("20,44 12,80 20,116|140,44 148,80 140,116", 5, C.orange) +
  line("8,52 2,80 8,108|152,52 158,80 152,108", 4, C.orange);

const powerMeter =
  panel(4, 8, 152, 140, C.cream) +
  repeat([6, 32, 154, 32], [0, 24], 5, 3, C.metal) +
  tube("80,4! 80,36!", 12) +
  tube("80,126! 80,150!", 12) +
  rounded(38, 30, 84, 100, 8, C.mist) +
  disc(80, 76, 33, C.white) +
  disc(80, 76, 23, C.mist, 3) +
  rules("64,66 96,66", 6, C.deep) +
  bolt(80, 86, 0.8) +
  strokes("58,58 66,50 4", 2.4, C.metal) +
  dots(toPoints("80,120"), 4, 4, C.metal);

const garageDoor =
  tube("18,146! 18,18!", 5) +
  tube("142,146! 142,18!", 5) +
  rules("14,18 146,18", 6) +
  line("30,18! 34,10! 38,26! 42,10! 46,26! 50,10! 54,26! 58,10! 62,22!", 4.4, C.orange) +
  line("98,16! 102,26! 106,10! 110,26! 114,10! 118,26! 122,10! 126,26! 130,18!", 4.4, C.orange) +
  ticks(80, 20, 4, -50, 50) +
  shape("24,46! 136,38! 136,138! 24,146!", C.cream) +
  rules("24,71 136,63|24,96 136,88|24,121 136,113") +
  rules("36,58 68,56|92,54 124,52", 9, C.petrol) +
  panel(70, 114, 22, 8, C.metal, 3) +
  ground();

const generator =
  disc(40, 128, 18, C.ink) +
  disc(40, 128, 7, C.metal, 3) +
  rules("130,116 130,146", 9) +
  rounded(24, 82, 116, 38, 6, C.metal) +
  disc(52, 94, 22, C.deep) +
  rules("40,88 64,88|38,95 66,95|40,102 64,102", 3, C.metal) +
  panel(84, 70, 50, 44, C.cream, 4) +
  disc(98, 84, 6, C.mist, 3) +
  disc(98, 102, 6, C.mist, 3) +
  bolt(118, 92, 0.8) +
  rounded(30, 34, 100, 34, 12, C.sun) +
  shade("34,56! 128,55! 126,66! 36,67!") +
  panel(68, 24, 22, 10, C.metal, 4) +
  line("16,124! 16,24 22,14! 138,14! 146,24 146,124!", 7, C.petrol);

const solarPanel =
  roof(
    shape("44,122! 58,54! 138,54! 142,122!", C.deep) +
      rules("51,88 140,88|84,55 76,121|111,55 110,121", FINE, C.metal) +
      flat("112,56! 136,56! 138,86! 112,86!", C.mist) +
      crack("118,56 126,66 120,72 132,86", 4.4),
    C.tan,
  ) +
  disc(26, 26, 14, C.sun) +
  strokes("26,6 26,2 0|46,26 52,26 0|40,12 45,7 0|12,12 7,7 0|40,40 45,45 0", 3, C.sun);

const evCharger =
  panel(4, 8, 14, 138, C.cream) +
  rounded(18, 22, 48, 68, 10, C.petrol) +
  disc(42, 46, 13, C.cream, 4) +
  bolt(42, 46, 0.6) +
  line("42,90! 42,120 58,134 78,126 84,100 96,92!", 12) +
  line("42,92! 42,120 58,134 78,126 84,100 96,92!", 4, C.metal) +
  shape("90,146! 88,108! 92,66 108,48 152,40! 152,146!", C.mist) +
  shape("112,76! 118,58 150,52! 150,76!", C.petrol, 4) +
  shape("124,146! 126,126 142,118 152,120! 152,146!", C.ink, 3) +
  rounded(92, 82, 24, 21, 5, C.orange, 4) +
  ticks(90, 90, 12, -100, 0) +
  ground();

const securityCamera =
  panel(132, 20, 18, 74, C.metal) +
  tube("134,62! 112,74!", 8) +
  place(
    rounded(-56, -26, 112, 48, 14, C.white) +
      shade("-50,8! 54,8! 54,18! -46,20!") +
      shape("-64,-30! 60,-32! 56,-20! -66,-18!", C.petrol, 4) +
      el("ellipse", { cx: -52, cy: 0, rx: 13, ry: 24, fill: C.deep }) +
      el("ellipse", { cx: -53, cy: 0, rx: 6, ry: 12, fill: C.orange, "stroke-width": 3 }),
    78,
    66,
    -14,
  ) +
  tube("141,98! 141,122 130,136 100,138!", 4) +
  tube("12,138! 50,138!", 4) +
  bolt(75, 136, 1);

const junctionBox =
  panel(6, 6, 148, 148, C.cream) +
  rounded(26, 26, 108, 108, 8, C.metal) +
  panel(38, 38, 84, 84, C.sand, 4) +
  line("8,60! 30,60 54,64 74,74!", 12) +
  line("8,60! 30,60 54,64 74,74!", 4, C.white) +
  line("152,58! 130,58 106,62 88,76!", 12) +
  line("152,58! 130,58 106,62 88,76!", 4, C.petrol) +
  line("78,152! 78,130 66,116 70,100!", 12) +
  line("78,152! 78,130 66,116 70,100!", 4, C.sun) +
  bolt(82, 86, 1.5) +
  dots(toPoints("34,34 127,34 34,126 127,126"), 3, 3);

const utilityPole =
  shape("72,12! 84,12! 88,148! 70,148!", C.belt) +
  shape("30,30! 130,28! 130,40! 30,42!", C.tan, 4) +
  rules("44,22 44,32|116,20 116,32", 8) +
  line("4,28 24,28 44,20|44,20 24,8 4,4", 4) +
  line("116,19 136,26 156,28", 4) +
  line("116,19! 128,44 130,66!", 4) +
  bolt(132, 84, 1.1) +
  rounded(90, 54, 26, 44, 6, C.metal) +
  rules("92,66 114,66|92,86 114,86", 3) +
  shape("10,146! 10,118! 34,98! 58,118! 58,146!", C.cream) +
  line("4,122! 34,96! 64,122!", 5) +
  panel(26, 124, 14, 22, C.ink, 3) +
  ground();

const alarmKeypad =
  rounded(30, 8, 100, 144, 12, C.cream) +
  rounded(42, 20, 76, 38, 5, C.deep, 4) +
  bolt(80, 39, 0.8) +
  [76, 101, 126].map((y) => [56, 80, 104].map((x) => disc(x, y, 8, C.mist, 4)).join("")).join("") +
  line("16,24 8,40 16,56|144,24 152,40 144,56", 5, C.orange);

export const electricalParts = {
  "breaker-panel": breakerPanel,
  outlet,
  "wall-switch": wallSwitch,
  "ceiling-fan": ceilingFan,
  "light-fixture": lightFixture,
  "smoke-alarm": smokeAlarm,
  "power-meter": powerMeter,
  "junction-box": junctionBox,
  "utility-pole": utilityPole,
  "garage-door": garageDoor,
  generator,
  "solar-panel": solarPanel,
  "ev-charger": evCharger,
  "security-camera": securityCamera,
  "alarm-keypad": alarmKeypad,
};
