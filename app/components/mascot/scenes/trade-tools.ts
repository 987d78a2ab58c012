import { C, dot, flat, line, shade, shape } from "../ink.ts";
import { rounded, rules } from "../repair-parts/kit.ts";
import { block } from "./settings.ts";

/**
 * Tools of several trades. Unless told otherwise in a hand's coordinates (see `WorkerArm`): the
 * handle lies along x near y = -20, fingers towards -y.
 */

/** A cordless drill, its bit towards -y. */
export const drill =
  shape("-44,-36! -22,-38! -22,-2! -44,-4!", C.ink) +
  shape("-24,-30! 22,-30! 22,-10! -24,-10!", C.deep) +
  line("42,-84! 42,-116!", 7) +
  shape("32,-78! 52,-78! 54,-94! 30,-94!", C.metal) +
  shape("18,12 16,-70 24,-80 58,-80 66,-70 66,10 54,22 30,22", C.orange) +
  shade("52,-78! 66,-70 66,10 54,22 48,22!");

/** A hammer, its head towards x, its face towards -y. */
export const hammer =
  shape("-46,-27! 74,-28! 74,-12! -46,-13!", C.belt) +
  shape("66,-52! 58,-58! 58,-78! 98,-78! 98,-58! 90,-52! 90,-4 84,18 68,36! 72,14 66,0!", C.metal);

/** A trowel, its blade to the right. */
export const trowel =
  line("34,-20! 58,-20! 66,-8! 84,-8!", 9) +
  shape("-46,-30 -40,-32 30,-28! 34,-20 30,-12! -40,-8 -46,-12", C.belt) +
  shape("76,-8! 92,-38! 116,-42 178,-8! 116,26 92,22!", C.metal) +
  shade("76,-8! 178,-8! 116,26 92,22!");

/** A lump of mortar on the blade of the trowel. */
export const mortar = shape("86,-12 96,-34 112,-26 128,-36 150,-16 138,4 112,12 92,6", C.stone, 3);

/** A finishing trowel, its blade beyond the fingers. */
export const finishingTrowel =
  line("-20,-22! -20,-42!|24,-22! 24,-42!", 7) +
  line("-44,-20! 44,-20!", 20) +
  line("-44,-20! 44,-20!", 9, C.orange) +
  shape("-86,-42! 92,-42! 92,-50! -86,-50!", C.white);

/** A hand saw, its blade towards -y, teeth to the left. */
export const handsaw =
  shape("-36,-52! 36,-52! 20,-262! -4,-262!", C.mist) +
  shade("16,-52! 36,-52! 20,-262! 12,-262!") +
  line(
    "-36,-64! -42,-72! -33,-80! -39,-88! -30,-97! -36,-105! -27,-114! -33,-122! -24,-131! -30,-139! -21,-148! -27,-156! -18,-165! -24,-173! -15,-182! -21,-190! -12,-199! -18,-207! -9,-216! -15,-224! -6,-233!",
    3,
  ) +
  shape("-40,-62! -46,-40 -42,-6 -26,2 26,2 42,-6 36,-30 40,-66! 10,-74", C.amber) +
  shape("-24,-48 0,-52 24,-48 22,-36! -22,-36!", C.ink, 2) +
  dot(-24, -60, 3, C.ink);

/** A long bubble level: its lower edge is on (0, 0). */
export const level =
  block(-70, -22, 140, 22, C.sun) +
  rounded(-17, -18, 34, 13, 6, C.leaf, 3) +
  dot(0, -11, 5, C.cream) +
  rules("-7,-18 -7,-5|7,-18 7,-5", 2) +
  rounded(-58, -16, 22, 10, 5, C.pale, 2.6) +
  rounded(36, -16, 22, 10, 5, C.pale, 2.6);

/** A paint roller that hangs from (0, 0). */
export const paintRoller =
  line("30,34! 38,34! 38,62! 0,62! 0,80!", 5) +
  rounded(-34, 18, 66, 30, 6, C.cream) +
  flat("-31,38! 29,38! 29,45! -31,45!", C.orange) +
  shape("-7,80! 7,80! 9,132 0,138 -9,132", C.petrol);

/** A screwdriver, its blade to the right. */
export const screwdriver =
  rules("30,-20 104,-20", 11) +
  rules("44,-20 102,-20", 4, C.metal) +
  shape("-34,-31! 24,-31! 38,-26! 38,-14! 24,-9! -34,-9! -40,-20", C.orange, 5);
