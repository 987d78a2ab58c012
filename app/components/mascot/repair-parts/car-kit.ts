import { C, dots, flat, shade, shape } from "../ink.ts";
import { place } from "../shapes.ts";
import { disc, ground, panel, rounded, rules } from "./kit.ts";

/** What the parts of a car sit in. */

/** A car from its front with the hood up. The engine bay is 14 to 146 across and 42 to 112 down. */
export const engineBay = (content: string) =>
  shape("20,40! 26,8 34,4! 126,4! 134,8 140,40!", C.mist) +
  shape("32,34! 36,13! 124,13! 128,34!", C.metal, 4) +
  panel(12, 40, 136, 76, C.cream) +
  content +
  shape("6,114! 154,114! 154,136 146,148! 14,148! 6,136", C.mist) +
  rounded(44, 122, 72, 17, 5, C.deep, 4) +
  rules("60,123 60,138|80,123 80,138|100,123 100,138", 3, C.metal) +
  disc(26, 130, 9, C.pale, 4) +
  disc(134, 130, 9, C.pale, 4);

const hub = (x: number, y: number, r: number) =>
  disc(x, y, r, C.ink) +
  disc(x, y, Math.round(r * 0.58), C.metal, 3) +
  dots([[x, y]], Math.round(r * 0.2), Math.round(r * 0.2));

/** A car from its left side, nose to the left, and what is on it. */
export const carBody = (content = "") =>
  shape(
    "6,118! 5,102 12,92 30,86 46,82! 62,60 80,53 106,54 122,62 135,82! 147,87 153,98 152,118!",
    C.mist,
  ) +
  shade("6,118! 5,108! 153,106! 152,118!") +
  shape("54,81! 66,64 82,59! 85,81!|92,81! 91,59! 106,60 116,66 125,81!", C.petrol, 4) +
  rules("88,62 88,114", 4) +
  disc(14, 98, 4, C.pale, 3) +
  content +
  hub(38, 118, 19) +
  hub(121, 118, 19);

/** Body of a car around a wheel, and what is in the wheel arch; the wheel fits at (80, 96). */
export const wheelArch = (content: string) =>
  flat("24,96! 24,70 44,46 80,38 116,46 136,70 136,96!", C.deep) +
  content +
  shape(
    "4,30! 24,16 60,10 120,10 156,18! 156,98! 142,98! 140,68 116,42 80,34 44,42 20,68 18,98! 4,98!",
    C.mist,
  ) +
  rules("6,32 30,26", 4) +
  ground(152);

/** A wheel without its tire's tread, `r` at its edge, with five spokes over what is behind them. */
export const spokedWheel = (x: number, y: number, r: number, behind: string) =>
  disc(x, y, r, C.ink) +
  disc(x, y, Math.round(r * 0.72), C.cream, 3) +
  behind +
  [0, 72, 144, 216, 288]
    .map((turn) =>
      place(
        shape(`-6,-8! -7,${-Math.round(r * 0.7)}! 7,${-Math.round(r * 0.7)}! 6,-8!`, C.mist, 3.4),
        x,
        y,
        turn,
      ),
    )
    .join("") +
  disc(x, y, 11, C.white, 3.4);
