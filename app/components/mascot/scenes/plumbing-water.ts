import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { disc, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { bucket, drop, ladder, place, puddle, rays, toolbox } from "./objects.ts";
import { henryLeft } from "./people.ts";
import { plumbingHazardScenes } from "./plumbing-hazards.ts";
import { band, block, room, sky, tiles } from "./settings.ts";
import { facingLeft, worker } from "./worker.ts";

/** Henry kneels at an open sink cabinet: water sprays from the supply hose beside the trap. */
const plumbing = [
  room(C.wall, C.oak, 282),
  tiles(56, 132, 25, C.white),
  block(388, -10, 110, 288, C.mist),
  rules("388,112 480,112", 4),
  rules("404,80 404,98|404,128 404,176", 7),
  block(-6, 146, 262, 130, C.bark),
  block(-6, 146, 22, 130, C.leaf),
  block(232, 146, 24, 130, C.leaf),
  line("44,132! 44,84 54,64 76,64 88,76 88,96", 16),
  line("44,132! 44,84 54,64 76,64 88,76 88,96", 8, C.metal),
  block(-10, 126, 276, 20, C.white),
  tube("48,146! 48,198 54,220 76,228 96,220 102,200! 102,186! 140,186!", 17),
  rules("36,172 60,172|36,180 60,180", 3),
  tube("150,250! 150,222!", 9) + dot(150, 256, 13, C.metal, 7, true),
  tube("150,196 152,172 158,146!", 6, C.mist),
  strokes(
    "148,204 66,152 8|148,206 56,196 -5|148,208 66,248 -10|148,210 102,270 -8|152,202 206,150 8|154,206 222,190 4",
    9,
    C.water,
  ),
  strokes("142,202 96,172 5|158,200 188,168 -4|140,208 86,206 3", 3, C.white),
  shape("138,194! 162,194! 164,210! 136,210!", C.orange, 3.4),
  shape("138,214! 162,214! 166,238! 134,238!", C.amber, 3.4) + line("166,226! 178,226!", 8),
  drop(36, 180, 8, C.water) + drop(48, 232, 8, C.water) + drop(126, 160, 6, C.water),
  puddle(116, 294, 124),
  place(bucket(), 84, 298, 0, 1.3),
  facingLeft(
    worker({
      hip: [218, 238],
      neck: [262, 200],
      tilt: 4,
      mood: "worried",
      nearArm: { elbow: [298, 246], wrist: [346, 228], hand: "hold" },
      farArm: { elbow: [326, 216], wrist: [350, 172], hand: "open" },
      nearLeg: { knee: [246, 284], ankle: [192, 290], toes: 84 },
      farLeg: { knee: [288, 234], ankle: [284, 284] },
    }),
    270,
  ),
  place(props.wrench, 206, 308, 0, 0.6),
  place(toolbox, 432, 300),
];

/** A fan that dries floors, like a snail, standing on (0, 0); it blows to the left. */
const airMover =
  shape("-50,0! -50,-38! -20,-44! -24,-80 4,-104 40,-92 52,-60 46,-24 40,0!", C.orange) +
  shade("40,-92 52,-60 46,-24 40,0! 20,0! 34,-30 38,-60") +
  disc(12, -58, 26, C.ink) +
  line("12,-76 28,-66 28,-50 12,-42 -4,-50 -4,-66 12,-76", 3, C.metal) +
  disc(12, -58, 6, C.metal, 3) +
  block(-56, -42, 14, 42, C.deep, 3.4) +
  line("-6,-98 6,-116 30,-112 34,-96", 7);

/** Henry sucks up the water in a flooded living room; a fan dries the floor. */
const waterDamage = [
  room(C.wall, C.tan, 238),
  flat("0,0! 210,0! 190,40 204,70 160,84 150,112 110,96 84,120 50,98 0,110!", C.coral),
  line("204,0 186,40 198,66 158,80 148,108 110,92 84,116 50,94 0,104", 3, C.belt),
  flat("0,196! 60,190 130,198 210,190 290,199 340,194! 340,250! 0,250!", C.coral, ".6"),
  place(
    [
      drop(84, 142, 8, C.water) + drop(150, 138, 7, C.water) + drop(116, 126, 5, C.water),
      shape("-20,286! -20,160 0,146 108,146 124,164! 124,206! 158,204 166,220! 164,286!", C.leaf),
      shape("-20,210! 120,210! 120,240! -20,240!", C.leaf, 3.4),
      shape("120,212 142,198 166,210 164,286! 124,286!", C.leaf),
      shape("-10,252 60,246 140,252 230,247 300,254 348,280 320,344! -10,344!", C.water),
      strokes("20,274 70,272 3|76,304 130,302 3|170,270 206,268 2|250,310 290,309 2", 3, C.white),
      tube("256,176! 284,170 304,200 306,262 340,304 490,302", 12, C.deep),
      line("256,174! 190,284!", 14),
      line("256,174! 190,284!", 6, C.metal),
      shape("200,278! 176,278! 146,296! 150,304! 210,302!", C.orange),
      strokes("146,300 122,294 3|150,308 128,312 -3", 4, C.white),
      facingLeft(
        place(
          worker({
            hip: [186, 224],
            neck: [202, 164],
            tilt: 8,
            rubberBoots: C.sun,
            gloves: C.orange,
            nearArm: { elbow: [190, 216], wrist: [228, 202], turn: 0 },
            farArm: { elbow: [222, 208], wrist: [248, 222], turn: -40 },
            nearLeg: { knee: [172, 262], ankle: [160, 298] },
            farLeg: { knee: [212, 262], ankle: [212, 298] },
          }),
          56,
          60,
          0,
          0.8,
        ),
        240,
      ),
      place(airMover, 418, 272, 0, 1.3),
      strokes("340,250 316,246 3|340,262 318,264 -2|340,238 318,228 3", 5, C.white),
    ].join(""),
    0,
    -14,
  ),
];

/** A paint roller in a hand's coordinates, on a long handle to the right. */
const roller =
  rules("-40,-20 70,-20", 16) +
  rules("-38,-20 68,-20", 8, C.sun) +
  shape("70,-56! 96,-56! 96,16! 70,16!", C.mist, 5);

/**
 * Henry coats the outside of a basement wall from a trench, shown in section: where the wall is
 * still bare, water comes in.
 */
const waterproofing = [
  sky("day"),
  band(100, 320, C.belt),
  block(200, 100, 190, 210, C.tan),
  ladder(338, 308, 326, 70, 26),
  shape("404,100! 490,96! 490,326! 404,326!", C.belt),
  line("404,100! 450,98 490,96!", 12, C.green),
  strokes("420,92 416,76 1|446,92 452,74 1|470,90 468,72 1", 2.4, C.green),
  drop(440, 142, 9, C.water) + drop(460, 190, 10, C.water),
  drop(434, 232, 11, C.water) + drop(466, 276, 9, C.water),
  // Sheeting holds the soil back, jacks brace it against the wall.
  block(388, 84, 16, 230, C.amber) + rules("388,140 404,140|388,196 404,196|388,252 404,252", 2.6),
  [106, 292]
    .map((y) => tube(`204,${y}! 384,${y}!`, 8) + tube(`216,${y}! 240,${y}!`, 13, C.orange))
    .join(""),
  shape("-8,-8! 196,-8! 196,76! -8,76!", C.cream),
  repeat([-8, 16, 196, 16], [0, 20], 3, 2.2, C.tan),
  block(-8, 74, 206, 20, C.tan),
  block(-8, 94, 170, 166, C.wall),
  block(-8, 256, 240, 28, C.stone),
  block(160, 90, 40, 170, C.stone),
  dots(
    toPoints(
      "172,108 188,124 174,190 186,176 172,232 188,214 180,248 60,270 120,274 210,272 20,272",
    ),
    2.6,
    2.6,
    C.belt,
  ),
  shape("200,120! 212,116! 216,150! 220,196! 218,256! 200,256!", C.ink, 2),
  line("200,136! 188,140! 180,132! 170,144! 160,140!", 5, C.ink),
  strokes("160,140 96,176 10|160,142 112,214 8|160,138 78,150 8", 9, C.water),
  drop(70, 196, 8, C.water) + drop(112, 226, 7, C.water),
  puddle(76, 254, 74),
  disc(244, 272, 16, C.white),
  dots(toPoints("238,266 250,268 244,278"), 2.6, 2.6),
  dots(toPoints("222,298 270,296 290,302 226,262 306,301 266,276 248,300 330,302"), 7, 5, C.stone),
  henryLeft(
    312,
    302,
    {
      hip: [-2, -88],
      neck: [14, -148],
      tilt: 2,
      gloves: C.orange,
      rubberBoots: C.sun,
      nearArm: { elbow: [28, -84], wrist: [72, -120], held: roller, turn: -60 },
      farArm: { elbow: [58, -122], wrist: [94, -130], turn: -100 },
      nearLeg: { knee: [-10, -50], ankle: [-24, -17] },
      farLeg: { knee: [22, -50], ankle: [20, -17] },
    },
    0.82,
  ),
];

/** A house in section with its pipes: water runs from a joint between the floors. */
const plumbingWater = [
  sky("day"),
  band(256, 320, C.belt),
  line("-10,256! 490,256!", 14, C.green),
  place(
    [
      // A vent above the drain and a flue above the water heater.
      tube("222,60! 222,-14!", 14, C.white) + tube("404,60! 404,8!", 14, C.metal),
      shape("392,4! 404,-8! 416,4!", C.metal, 3.4),
      shape("44,60! 240,12! 436,60! 436,258! 44,258!", C.cream),
      flat("46,154! 434,154! 434,256! 46,256!", C.sand),
      flat("46,62! 434,62! 434,138! 46,138!", C.pale),
      block(40, 54, 400, 10, C.tan, 3.4),
      shape("14,64! 240,4! 466,64! 456,80! 240,24! 24,80!", C.petrol),
      // Bathroom: tub, toilet and basin.
      rules("82,126 76,140|168,126 174,140", 7),
      shape("62,96! 188,96! 180,124 166,132 84,132 70,124", C.white),
      line("60,96! 190,96!", 9),
      tube("222,168! 222,14!", 14, C.white) + tube("404,190! 404,52!", 14),
      shape("242,84! 264,84! 264,112! 242,112!", C.white),
      shape("246,110! 294,110! 288,126 274,130! 276,138! 252,138!", C.white),
      shape("326,98! 386,98! 380,112 366,118! 346,118! 332,112", C.white),
      block(348, 118, 16, 20, C.white, 3.4),
      line("374,98! 374,84 360,80 354,88", 6),
      // Kitchen cabinet and water heater.
      block(60, 222, 112, 34, C.leaf),
      rules("116,228 116,252", 3),
      block(54, 212, 124, 11, C.white, 3.4),
      rounded(376, 188, 56, 68, 10, C.mist),
      shade("416,192! 430,192! 430,252! 416,252!"),
      rounded(390, 222, 24, 20, 4, C.petrol, 3),
      tube("126,150! 126,168! 222,168!|262,150! 262,168! 222,168!", 8),
      tube("222,162! 222,284! 210,292 -50,300!", 16),
      tube("530,292! 342,292! 342,195! 110,195! 100,198 100,206!", 9, C.water),
      tube("342,196! 342,178! 388,178! 388,188!", 7, C.water),
      tube("420,188! 420,161! 356,161! 356,140!", 7, C.coral),
      tube("202,195! 202,82! 182,74 174,88!", 9, C.water),
      block(38, 138, 404, 14, C.tan),
      tube("222,146! 222,130!", 14, C.white) + tube("404,150! 404,134!", 14),
      strokes(
        "292,202 250,248 -6|298,204 282,254 -2|304,202 334,248 6|290,190 262,176 4|308,190 334,172 -4",
        8,
        C.water,
      ),
      puddle(292, 257, 54),
      rounded(284, 181, 28, 28, 5, C.orange, 3.4),
      rays(298, 195, 24, C.orange, 9),
    ].join(""),
    24,
    26,
    0,
    0.9,
  ),
];

export const plumbingWaterScenes = {
  plumbing,
  "water-damage-restoration": waterDamage,
  waterproofing,
  ...plumbingHazardScenes,
  "plumbing-water": plumbingWater,
};
