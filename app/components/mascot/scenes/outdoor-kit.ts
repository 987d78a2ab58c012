import { rules } from "../repair-parts/kit.ts";
import { place } from "./objects.ts";
import { type Worker, worker } from "./worker.ts";

/** Helpers that several scenes outside the house share. */

/** Henry with the ground under him at y = 0 of his own coordinates, which begin at (x, y). */
export const henry = (x: number, y: number, options: Worker, scale = 0.84) =>
  place(worker(options), x, y, 0, scale);

/** Straight posts or bars with an outline: "x,y x2,y2" each, separated by `|`. */
export const beam = (spec: string, width: number, fill: string) =>
  rules(spec, width + 8) + rules(spec, width, fill);

/** Draws once for each word of a list of numbers: "x,y x,y". */
export const scatter = (list: string, draw: (numbers: number[], index: number) => string) =>
  list
    .split(" ")
    .map((word, index) => draw(word.split(",").map(Number), index))
    .join("");
