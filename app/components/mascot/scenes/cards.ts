import { C, dot, dots, flat, group, line, shape } from "../ink.ts";
import { rounded, rules } from "../repair-parts/kit.ts";
import { checkMarks, toPoints } from "../small-objects.ts";
import { block } from "./settings.ts";

/** Cards with a professional each, 110 by 138, their lower edge around (0, 0). */

/** A bust between a sky and the lines of the card. */
const bust = (shirt: string, collar: string) =>
  shape("-34,-44! -32,-58 -18,-66 18,-66 32,-58 34,-44!", shirt, 3) +
  shape("-10,-66! 0,-56! 10,-66! 0,-72", collar, 3) +
  dot(0, -90, 19, C.skin, 23, true);

const eyes = dots(toPoints("-7,-90 7,-90"), 2.4, 3.4);
const lines = line("-44,-44! 44,-44!", 3) + rules("-40,-28 40,-28|-40,-14 4,-14", 5, C.metal);

/** The card of a professional, with a check mark. */
export const checkedCard =
  rounded(-56, -140, 112, 142, 8, C.cream) +
  block(-44, -128, 88, 84, C.sky, 3) +
  shape("10,-116 26,-114 30,-96 24,-78 20,-72!", C.brick, 3) +
  bust(C.green, C.leaf) +
  shape("-20,-86! -22,-106 -10,-117 6,-117 20,-106 20,-88! 6,-104! -2,-98 -14,-96", C.brick, 3) +
  eyes +
  shape("-8,-82! 0,-80 8,-82! 4,-76 -4,-76", C.deep, 2) +
  lines +
  dot(46, -122, 26, C.green, 26, true) +
  group(checkMarks("0,0", 4.4, C.white), "translate(46 -122) scale(1.6)");

/** The card of another professional, torn from its upper edge down; `behind` shows in the tear. */
export const tornCard = (behind: string) =>
  rounded(-56, -140, 112, 142, 8, C.stone) +
  block(-44, -128, 88, 84, C.metal, 3) +
  bust(C.deep, C.mist) +
  shape("-20,-94! -22,-110 -8,-118 10,-118 22,-108 20,-94! 8,-104 -8,-104", C.ink, 3) +
  eyes +
  line("-7,-78! 7,-78!", 2.6) +
  lines +
  flat(
    "-22,-146! 30,-146! 16,-118! 24,-100! 8,-78! 16,-58! 4,-40! -4,-56! -2,-78! -12,-100! -8,-118!",
    behind,
  ) +
  line(
    "-18,-140! -8,-118! -12,-100! -2,-78! -4,-56! 4,-40! 16,-58! 8,-78! 24,-100! 16,-118! 27,-140!",
    4,
  );
