import { C, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { place } from "../shapes.ts";
import { toPoints } from "../small-objects.ts";
import {
  disc,
  drips,
  FINE,
  fanBlades,
  flake,
  ground,
  icicles,
  machine,
  panel,
  puddle,
  radial,
  repeat,
  rounded,
  rules,
  ticks,
  tube,
} from "./kit.ts";
import { openCabinet } from "./settings.ts";

/** The outdoor unit of an air conditioner or heat pump, beside the house. */
const outdoorUnit = (blades: string) =>
  panel(8, 22, 30, 122, C.cream) +
  repeat([10, 46, 36, 46], [0, 24], 4, 3) +
  tube("26,84! 46,84!", 5) +
  machine(40, 54, 108, 84, C.mist) +
  disc(86, 96, 33, C.deep) +
  place(fanBlades(blades), 86, 96, 0, 0.9) +
  disc(86, 96, 6, C.ink) +
  line("56,86 86,68 116,86|56,106 86,124 116,106", 3, C.mist) +
  rules("126,72 138,72|126,82 138,82|126,92 138,92") +
  panel(32, 138, 122, 9, C.metal, 4);

const acUnit = outdoorUnit(C.orange);

const heatPump =
  outdoorUnit(C.metal) +
  shape(
    "38,56! 38,44 54,36 78,42 100,34 130,38 150,44 151,58! 140,64 126,58 106,66 84,58 60,64",
    C.white,
  ) +
  icicles(126, "62,16 84,12 118,18") +
  disc(86, 96, 29, C.white, 3) +
  flake(86, 96, 22);

const acCoilIce = openCabinet(
  shape("72,52! 86,52! 116,112! 98,116! 79,76! 60,116! 42,112!", C.metal) +
    rules("66,66 76,74|60,78 71,86|54,90 66,98|92,66 82,74|98,78 87,86|104,90 92,98", 3) +
    panel(40, 116, 78, 12, C.petrol, 4) +
    shape(
      "40,112! 42,96 52,90 58,78 68,72 72,58 86,58 90,72 100,78 106,90 116,96 118,112! 112,124! 106,112! 98,112! 92,122! 86,110! 74,110! 68,124! 62,112! 54,112! 48,122!",
      C.white,
      4,
    ) +
    flake(79, 92, 16),
);

const condensateDrain =
  machine(22, 8, 112, 72, C.mist) +
  repeat([38, 24, 112, 24], [0, 11], 3) +
  panel(38, 60, 74, 8, C.deep, 3) +
  tube("120,98! 120,112 126,120 138,120! 148,120!", 8, C.white) +
  shape("10,84! 144,84! 136,106! 18,106!", C.metal) +
  flat("16,88! 138,88! 137,95 120,93 90,97 60,93 30,97 18,95", C.white) +
  drips("34,122,8 62,120,6") +
  puddle(46, 142, 36) +
  ground(148);

const airFilter =
  machine(8, 14, 66, 132, C.mist) +
  repeat([18, 30, 50, 30], [0, 10], 3) +
  panel(58, 52, 14, 80, C.ink, 3) +
  shape("62,58! 148,50! 149,126! 62,128!", C.tan) +
  shape("70,67! 139,60! 140,117! 70,119!", C.cream, FINE) +
  rules(
    "80,66 80,118|91,65 91,118|102,64 102,118|113,63 113,117|124,62 124,117|132,61 132,117",
    3,
    C.metal,
  ) +
  flat(
    "74,74 84,68 98,76 108,70 122,80 126,94 112,98 108,110 92,106 80,110 74,96 78,86",
    C.bark,
    ".75",
  ) +
  ticks(116, 56, 4, -20, 60) +
  ground();

const thermostat =
  rounded(16, 16, 128, 128, 20, C.cream) +
  disc(80, 80, 50, C.white) +
  disc(80, 80, 30, C.mist, 4) +
  rules(
    "80,36 80,42|49,49 53,53|36,80 42,80|111,49 107,53|124,80 118,80|49,111 53,107|111,111 107,107",
    4,
  ) +
  line("80,80! 56,96!", 13) +
  line("80,80! 56,96!", 6, C.orange) +
  disc(80, 80, 8, C.ink);

const furnaceBurner = openCabinet(
  tube("46,122! 110,122!", 4) +
    panel(48, 88, 14, 28, C.metal, 4) +
    panel(71, 88, 14, 28, C.metal, 4) +
    panel(94, 88, 14, 28, C.metal, 4) +
    panel(98, 58, 20, 20, C.white, 4) +
    line("100,63! 74,63 70,68 74,73 100,73!", 9) +
    line("98,63! 74,63 70,68 74,73 98,73!", 4, C.orange) +
    ticks(72, 68, 11, -130, -50),
);

const blower = openCabinet(
  shape("118,54! 118,72! 112,74 112,96 100,118 76,124 52,114 42,90 50,66 72,54", C.metal) +
    disc(77, 89, 27, C.white, 4) +
    radial(16, 77, 89, 16, 9, 3) +
    disc(77, 89, 13, C.orange, 4) +
    disc(77, 89, 3, C.ink),
);

const boiler =
  panel(62, 4, 24, 32, C.metal) +
  tube("112,60! 140,60! 140,144!", 8) +
  machine(24, 34, 96, 110, C.mist) +
  disc(70, 66, 22, C.white) +
  rules("56,72 59,70|59,56 62,59|70,51 70,55|81,56 78,59", 3) +
  line("70,66! 57,62!", 5, C.orange) +
  disc(70, 66, 4, C.ink, 2) +
  rounded(42, 102, 54, 28, 6, C.deep, 4) +
  rules("54,108 54,124|66,108 66,124|78,108 78,124|88,108 88,124", 3, C.metal) +
  disc(140, 102, 14, C.petrol) +
  disc(140, 102, 5, C.orange, 3) +
  ground();

const radiator =
  panel(16, 8, 128, 12, C.white, 4) +
  tube("14,122! 34,122!", 7) +
  tube("132,122! 140,122! 140,144!", 7) +
  [0, 1, 2, 3, 4]
    .map((i) => rounded(30 + i * 21, 48, 21, 86, 9, i % 2 ? C.mist : C.white))
    .join("") +
  repeat([40, 62, 40, 118], [21, 0], 5, 3, C.metal) +
  rules("40,136 40,144|124,136 124,144", 7) +
  shape("4,108! 24,108! 22,120! 6,120!", C.orange, 4) +
  flake(80, 34, 13) +
  ground();

const ductVent =
  rounded(14, 30, 132, 96, 8, C.white) +
  panel(28, 44, 104, 68, C.deep, 4) +
  repeat([30, 56, 130, 56], [0, 15], 4, 7, C.mist) +
  rules("80,44 80,112", 5) +
  dots(toPoints("21,38 139,38 21,118 139,118"), 2.5, 2.5) +
  shape("30,112! 34,100 46,104 54,94 66,102 76,98 84,108 84,112!", C.metal, FINE) +
  strokes("40,134 36,148 3|66,134 64,150 -3|94,134 98,150 3|120,134 124,148 -3", 3.4, C.orange);

const ductJoint =
  panel(4, 8, 152, 18, C.tan) +
  rules("30,26 30,52|132,26 132,60", 4) +
  shape("4,52! 70,48! 76,74 72,104! 4,108!", C.mist) +
  shade("4,92! 74,88! 72,104! 4,108!") +
  rules("20,52 22,106|38,51 41,105|56,50 60,104", 3) +
  shape("94,56! 156,64! 156,122! 88,112! 84,84", C.mist) +
  shade("86,98! 156,108! 156,122! 88,112!") +
  rules("106,58 102,113|124,60 121,116|142,63 139,118", 3) +
  ticks(82, 80, 36, -22, 22) +
  ticks(78, 88, 34, 158, 202);

const gasValve =
  panel(4, 22, 14, 122, C.cream) +
  tube("18,96! 147,96!", 15, C.sun) +
  panel(34, 84, 12, 25, C.metal, 4) +
  panel(118, 84, 12, 25, C.metal, 4) +
  rounded(60, 76, 42, 42, 10, C.metal) +
  rules("81,76 81,62", 9) +
  shape("74,16! 88,16! 90,66! 72,66!", C.orange) +
  disc(81, 60, 5, C.ink, 2) +
  ticks(81, 36, 20, 50, 130) +
  ticks(81, 36, 20, -50, -130);

const flueVent =
  panel(10, 10, 140, 132, C.cream) +
  repeat([12, 36, 148, 36], [0, 26], 4, 3) +
  disc(80, 68, 45, C.metal) +
  disc(80, 68, 32, C.white) +
  disc(80, 68, 22, C.deep, 4) +
  shape("60,66! 70,60 78,66 88,58 102,64! 108,76 98,92 82,96 64,90 54,78", C.orange, 4) +
  rules("64,76 80,84|78,72 94,86|92,72 74,92", 3) +
  shape("4,148! 8,128 26,116 44,124 62,112 84,122 104,114 128,122 148,116 156,148!", C.white);

export const heatingParts = {
  "ac-unit": acUnit,
  "ac-coil-ice": acCoilIce,
  "heat-pump": heatPump,
  "condensate-drain": condensateDrain,
  "air-filter": airFilter,
  thermostat,
  "furnace-burner": furnaceBurner,
  blower,
  boiler,
  radiator,
  "duct-vent": ductVent,
  "duct-joint": ductJoint,
  "gas-valve": gasValve,
  "flue-vent": flueVent,
};
