import { C, flat, line, shade, shape, strokes } from "../ink.ts";
import { place } from "../shapes.ts";
import { carBody, engineBay } from "./car-kit.ts";
import {
  bolt,
  disc,
  drips,
  FINE,
  ground,
  panel,
  radial,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";

const carBattery = engineBay(
  rounded(40, 66, 80, 46, 4, C.petrol) +
    rules("42,80 118,80") +
    panel(52, 56, 16, 11, C.metal, 4) +
    panel(92, 56, 16, 11, C.metal, 4) +
    rules("54,96 68,96|92,96 106,96|99,89 99,103", 5, C.white) +
    line("14,76! 26,52 44,48 60,54!", 11) +
    line("14,76! 26,52 44,48 60,54!", 3, C.ink) +
    shape("90,46! 110,46! 112,60! 88,60!", C.orange, 4) +
    line("110,52! 130,52 146,64!", 6) +
    ticks(100, 50, 14, -70, 10),
);

const alternator = engineBay(
  line("34,98 26,84 36,72! 92,50! 116,58 120,82! 104,104! 48,106 34,98", 7) +
    disc(44, 90, 15, C.petrol) +
    disc(44, 90, 4, C.metal, 3) +
    disc(100, 78, 31, C.metal) +
    disc(100, 78, 21, C.orange, 4) +
    rules(
      "100,60 100,66|100,90 100,96|82,78 88,78|112,78 118,78|87,65 91,69|113,65 109,69|87,91 91,87|113,91 109,87",
    ) +
    disc(100, 78, 8, C.white, 4) +
    bolt(62, 62, 0.8),
);

const starter = engineBay(
  radial(20, 42, 82, 27, 6) +
    disc(42, 82, 27, C.metal) +
    disc(42, 82, 11, C.cream, 4) +
    rounded(72, 74, 66, 34, 8, C.orange) +
    rules("90,75 90,107|122,75 122,107") +
    rounded(84, 52, 46, 20, 6, C.petrol, 4) +
    shape("62,82! 72,82! 72,100! 62,100!", C.metal, 4) +
    rules("130,62 146,56", 6),
);

const engine = engineBay(
  panel(34, 78, 92, 34, C.metal) +
    shape("42,78! 48,56! 112,56! 118,78!", C.petrol) +
    rules("60,58 58,76|80,58 80,76|100,58 102,76", 4, C.metal) +
    rounded(52, 84, 56, 20, 5, C.mist, 4) +
    tube("14,66! 26,66 32,84!", 6) +
    bolt(80, 92, 1.2) +
    ticks(80, 56, 2, -50, 50),
);

const engineCoolant = engineBay(
  panel(22, 66, 82, 46, C.metal) +
    repeat([34, 68, 34, 110], [12, 0], 6, 3) +
    rounded(16, 58, 94, 13, 4, C.petrol, 4) +
    rounded(50, 44, 24, 13, 4, C.orange, 4) +
    shape("118,66! 142,66! 142,108! 118,108!", C.white, 4) +
    flat("120,92! 140,92! 140,106! 120,106!", C.orange) +
    strokes("44,38 34,10 8|62,36 62,6 -9|82,38 92,10 -8", 5, C.orange),
);

const oilCan =
  shape("34,150! 38,126! 152,126! 154,150!", C.metal) +
  rules("54,128 52,148|74,128 73,148|94,128 94,148", FINE) +
  panel(118, 112, 32, 14, C.ink, 4) +
  shape("20,42! 80,42! 94,56! 128,28! 138,38! 100,84! 92,100! 20,100!", C.petrol) +
  shade("22,86! 98,86! 92,100! 20,100!") +
  panel(36, 30, 28, 12, C.metal, 4) +
  line("22,52! 5,52 5,90 22,90!", 6) +
  shape("34,56! 70,56! 70,84! 34,84!", C.cream, 4) +
  drips("52,72,8 137,58,7 136,88,9");

const fluidDrop =
  shape("10,88! 14,62 28,52! 42,24 54,16 106,16 118,24 132,52! 146,62 150,88!", C.mist) +
  shape("42,50! 52,29 60,25 100,25 108,29 118,50!", C.petrol, 4) +
  rounded(48, 64, 64, 16, 5, C.deep, 4) +
  disc(28, 70, 9, C.pale, 4) +
  disc(132, 70, 9, C.pale, 4) +
  shape("6,86! 154,86! 152,102! 8,102!", C.metal) +
  panel(18, 103, 26, 34, C.ink) +
  panel(116, 103, 26, 34, C.ink) +
  drips("80,118,9") +
  shape("48,140 62,131 100,131 114,140 102,148 60,148", C.orange, 4) +
  rules("6,139 46,139|116,139 154,139");

const exhaust =
  carBody(
    line("56,122! 66,122! 74,127! 134,127! 152,125!", 12) +
      line("56,122! 66,122! 74,127! 134,127! 150,125!", 4, C.metal),
  ) +
  rounded(60, 114, 44, 21, 8, C.orange, 4) +
  disc(144, 64, 10, C.metal, 4) +
  disc(150, 42, 7, C.metal, 4) +
  ticks(82, 134, 6, 150, 210) +
  ground(148);

const sparkCoil = engineBay(
  panel(20, 84, 120, 28, C.petrol) +
    [36, 66, 126]
      .map((x) => rounded(x - 11, 60, 22, 26, 4, C.metal, 4) + rules(`${x},84 ${x},94`, 8))
      .join("") +
    rules("96,84 96,98", 14) +
    rounded(84, 30, 24, 24, 4, C.orange, 4) +
    panel(90, 55, 12, 14, C.white, 4) +
    rules("96,70 96,78", 5) +
    ticks(96, 78, 8, 60, 120, 2) +
    ticks(96, 78, 8, -120, -60, 2),
);

const transmission =
  shape(
    "10,40! 44,28! 58,44! 112,52! 124,62! 154,66! 154,92! 124,96! 108,118! 48,118! 42,130! 10,120!",
    C.metal,
  ) +
  shade("12,104! 44,112! 48,104! 112,104! 108,118! 48,118! 42,130! 10,120!") +
  rules("44,30 44,128", 4) +
  shape("56,60! 108,64! 104,102! 58,104!", C.cream, 4) +
  disc(72, 84, 14, C.petrol, 4) +
  radial(10, 72, 84, 15, 3) +
  disc(72, 84, 4, C.cream, 3) +
  disc(97, 80, 8, C.orange, 4) +
  radial(8, 97, 80, 9, 2) +
  rules("20,48 20,54|20,80 20,86|20,108 20,112", 6) +
  tube("130,80! 150,80!", 6, C.mist) +
  rules("84,51 90,22", 6) +
  disc(91, 16, 8, C.ink, 3) +
  drips("74,134,8") +
  ground(150);

const fuelTank =
  shape("4,10! 156,10! 156,150! 4,150!", C.mist) +
  rules("4,34 156,26", 4) +
  rounded(66, 48, 68, 72, 10, C.deep) +
  shape("66,52! 20,44! 16,118! 66,116!", C.mist) +
  shape("58,60! 28,56! 26,108! 58,108!", C.metal, 3) +
  disc(100, 80, 20, C.metal) +
  disc(100, 80, 11, C.ink, 3) +
  line("96,98! 90,124 100,134", 5) +
  disc(112, 132, 15, C.orange) +
  rules("104,136 120,128", 6) +
  ticks(112, 132, 19, 60, 150);

const carKey =
  shape("6,20! 62,8 154,8! 154,104! 60,96 6,100!", C.mist) +
  rules("8,40 152,30", 4) +
  rounded(96, 50, 50, 18, 8, C.metal) +
  disc(56, 62, 19, C.metal) +
  disc(56, 62, 11, C.ink, 3) +
  rules("56,57 56,67", 4, C.metal) +
  place(
    line("0,0! 0,38!|0,26! 10,26!|0,36! 12,36!", 12) +
      line("0,0! 0,38!|0,26! 9,26!|0,36! 11,36!", 4, C.metal) +
      rounded(-20, -50, 40, 52, 12, C.orange) +
      disc(0, -34, 6, C.ink, 2) +
      rules("-6,-16 6,-16", 5, C.white),
    100,
    118,
    58,
  );

const steeringWheel =
  shape("4,60! 26,36 60,28 100,28 134,36 156,60! 156,92! 4,92!", C.metal) +
  rounded(54, 38, 52, 26, 8, C.ink, 4) +
  disc(80, 92, 55, "none", 17) +
  disc(80, 92, 55, "none", 8).replace("/>", ` stroke="${C.petrol}"/>`) +
  shape(
    "60,84! 28,84! 30,100! 58,104! 72,118! 74,144! 88,144! 90,118! 102,104! 130,100! 132,84! 100,84!",
    C.petrol,
    4,
  ) +
  disc(80, 94, 20, C.orange, 4);

const dashboard =
  shape("4,134! 4,58 26,26 80,16 134,26 156,58 156,134!", C.petrol) +
  disc(54, 82, 39, C.white) +
  rules("54,82 38,62", 5) +
  rules("24,82 29,82|33,61 36,64|54,52 54,57|75,61 72,64|84,82 79,82", FINE) +
  disc(54, 82, 4, C.ink, 2) +
  rounded(98, 50, 54, 64, 8, C.cream) +
  shape(
    "106,78! 112,78! 112,72! 132,72! 136,78! 144,78! 144,94! 136,94! 132,98! 112,98! 112,92! 106,92!",
    C.orange,
    4,
  ) +
  rules("122,70 122,64|114,63 130,63", 5, C.orange) +
  panel(4, 138, 152, 11, C.metal, 4);

const brakePedal =
  shape("4,8! 156,8! 156,40! 120,54! 40,54! 4,40!", C.petrol) +
  shape("4,40! 40,54! 120,54! 156,40! 156,118! 4,118!", C.cream) +
  shape("4,118! 156,118! 156,150! 4,150!", C.metal) +
  rules("62,52 62,90|118,52 118,80", 9) +
  rounded(34, 84, 58, 34, 7, C.orange) +
  rules("44,95 82,95|44,106 82,106", 4) +
  rounded(104, 76, 30, 58, 7, C.petrol) +
  rules("112,90 126,90|112,104 126,104|112,118 126,118", 4) +
  ticks(60, 100, 36, -110, -60);

export const carEngineParts = {
  "car-battery": carBattery,
  alternator,
  starter,
  engine,
  "engine-coolant": engineCoolant,
  "oil-can": oilCan,
  "fluid-drop": fluidDrop,
  exhaust,
  "spark-coil": sparkCoil,
  transmission,
  "fuel-tank": fuelTank,
  "car-key": carKey,
  "steering-wheel": steeringWheel,
  dashboard,
  "brake-pedal": brakePedal,
};
