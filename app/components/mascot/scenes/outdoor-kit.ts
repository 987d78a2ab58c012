import { rules } from "../repair-parts/kit.ts";

/** Helpers that several scenes outside the house share. */

/** Straight posts or bars with an outline: "x,y x2,y2" each, separated by `|`. */
export const beam = (spec: string, width: number, fill: string) =>
  rules(spec, width + 8) + rules(spec, width, fill);

/** Draws once for each word of a list of numbers: "x,y x,y". */
export const scatter = (list: string, draw: (numbers: number[], index: number) => string) =>
  list
    .split(" ")
    .map((word, index) => draw(word.split(",").map(Number), index))
    .join("");
