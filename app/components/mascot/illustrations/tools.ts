import { C, dot, dots, line, shade, shape, strokes } from "../ink.ts";
import { calculator, checkMarks, coin, leaf, pencil, toPoints } from "./objects.ts";
import { backdrop, ground, place, sparkle, wrench } from "./scene.ts";

const estimator = [
  backdrop,
  shape("26,52! 202,46! 206,184! 32,190!", C.petrol) +
    shape("26,52 18,58 20,68 30,70!", C.deep, 3.4),
  line(
    "50,74! 180,70! 184,156! 54,162! 50,74!|116,72! 117,104!|52,116! 92,114!|118,128! 119,159!|183,112! 150,113! 149,86!",
    3.4,
    C.cream,
  ) + line("92,114 104,122 108,138", 2.4, C.metal),
  place(
    calculator(C.orange) +
      line("9,-124 0,-128 -9,-122 0,-115 9,-108 0,-101 -9,-106|0,-132! 0,-98!", 3.6),
    242,
    189,
    5,
    1,
  ),
  place(pencil, 70, 148, 28) + coin(182, 171, 20),
  ground,
];

const planner = [
  backdrop,
  shape("46,44! 224,42! 226,190! 46,192!", C.white) +
    shape("46,44! 224,42! 224,78! 46,80!", C.orange) +
    shade("46,70! 224,68! 224,78! 46,80!"),
  line("78,32! 78,56!|114,32! 114,56!|154,31! 154,55!|192,31! 192,55!", 7) +
    line("78,33! 78,52!|114,33! 114,52!|154,32! 154,52!|192,32! 192,52!", 2.4, C.mist),
  dots(
    [98, 124, 150, 174]
      .flatMap((y) => [66, 100, 134, 168, 202].map((x) => [x, y] as const))
      .slice(1),
    5,
    5,
    C.mist,
  ),
  checkMarks("100,98 168,98 66,124 202,124", 4.4) +
    dot(134, 150, 16, C.pale, 16, true) +
    dots([[134, 150]], 5, 5, C.orange),
  shape("46,192! 46,164! 74,190!", C.sand, 3),
  dot(264, 148, 41, C.cream, 41, true) +
    line("264,116! 264,120!|264,176! 264,180!|232,148! 236,148!|292,148! 296,148!", 3.4) +
    line("264,148! 264,126!|264,148! 281,157!", 5) +
    dots([[264, 148]], 4.5, 4.5, C.orange),
  place(wrench, 242, 92, 40, 0.8),
  ground,
];

const savings = [
  backdrop,
  coin(142, 44, 25) +
    shape("98,156! 128,162! 126,193! 102,193!|178,162! 208,154! 206,193! 182,193!", C.tan),
  shape(
    "70,128 76,94 108,70 158,64 206,76 232,102 236,134 220,160 180,174 120,174 84,158",
    C.coral,
  ) + shade("74,146 110,160 170,162 234,138 220,160 180,174 120,174 84,158"),
  shape("176,78! 184,46 202,50 214,84!", C.tan) +
    shape("230,106 246,104 256,116 254,134 242,142 228,136", C.skin) +
    dots(toPoints("240,120 248,121"), 2.5, 3.5),
  dots([[206, 106]], 4.5, 5.5) +
    line("210,140 220,144 228,142", 3) +
    line("122,72 142,69 164,69", 6) +
    strokes("92,106 108,86 5", 3, C.white),
  line("72,124 54,112 42,122 50,136 60,126 50,104 30,108 26,130 32,150", 5) +
    shape("18,150! 44,149! 44,168 36,176 26,176 18,168", C.petrol) +
    line("26,176! 26,190!|37,176! 37,190!", 4.4),
  leaf(262, 70) + sparkle(82, 52, 11),
  ground,
];

export const toolScenes = {
  "project-cost-estimator": estimator,
  "maintenance-schedule-planner": planner,
  "energy-savings-calculator": savings,
};
