import { C, dots, el, flat, shape } from "./ink.ts";
import { path } from "./path.ts";

/** Henry's cap and face, drawn bolder than the figure, for icons of 100 pixels and more. 64 by 64 units. */
const mark = [
  shape("11.5,36 5,38 6,46 12,48.5|52,36 59,37 59,45 52,48.5", C.skin),
  shape("10,28! 10.5,40 13,50 21,58.5 32,61.5 43,58.5 51,50 53.5,40 54,28!", C.skin),
  dots(
    [
      [22.4, 40],
      [42, 40],
    ],
    3,
    4,
  ),
  shape("19,46! 32.5,49 46,45.5! 44,52.5 39,56 32.5,57 26,56 21,52.5", C.deep, 2.4),
  flat("21.5,48! 33,50.5 44,47! 43,50.5 33,53 23,51.5", C.white),
  shape("8,30! 7.6,21 11,12 19,5.4 31,2.6 43,4.8 51,11 54.6,20 55,29!", C.petrol),
  shape("24,10 32.5,9 41,10 41.5,19.5 32.5,21 23.5,19.5", C.cream, 2.4),
  el("path", {
    d: path("28.4,12.4! 28.4,18!|36.8,12.4! 36.8,18!|28.4,15.2! 36.8,15.2!", false),
    stroke: C.petrol,
    "stroke-width": 2.6,
  }),
  shape(
    "8,29.5 19,24 32,22.5 46,23.6 56,27.6 62,34 58.5,35.6 46,32 32,30.6 19,31.6 9,34.4",
    C.orange,
  ),
].join("");

/**
 * The same for 16 pixels, 4 units each: without ears and badge, and with the letter, the brim, the eyes
 * and the teeth where whole pixels are.
 */
const smallMark = [
  shape("7,26! 7,42 11,53 20,60.5 32,62.5 44,60.5 53,53 57,42 57,26!", C.skin),
  dots(
    [
      [22, 40],
      [42, 40],
    ],
    3,
    4.4,
  ),
  flat("16,45! 19,47 32,48 45,47 48,45! 46.4,53 40,57.4 32,58.4 24,57.4 17.6,53", C.ink),
  flat("20,48! 32,49 44,48! 42.6,52 32,53 21.4,52", C.white),
  shape("6,26! 4.5,16 9,7 19,2.4 32,1.6 45,2.4 55,7 59.5,16 58,26!", C.petrol),
  el("path", {
    d: path("26,6.4! 26,17.6!|38,6.4! 38,17.6!|26,11! 38,11!", false),
    stroke: C.cream,
    "stroke-width": 4,
  }),
  shape(
    "6,25 18,21.8 32,21 46,21.8 57,24.6 62.4,30.6 58,33 46,31.4 32,31 18,31.4 6,33 1.8,29.6",
    C.orange,
  ),
].join("");

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g fill="${C.ink}" stroke="${C.ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>`;

export function faviconSvg(): string {
  return frame(smallMark);
}

/** The same on a full square, for icons on home screens: within the circle that systems may cut out. */
const squareSvg = (ground: string, scale: number) => {
  const margin = Math.round((64 * (1 - scale)) / 2);
  return frame(
    `<path d="M0 0h64v64H0z" fill="${ground}" stroke="none"/><g transform="translate(${margin} ${margin}) scale(${scale})">${mark}</g>`,
  );
};

export const markSvg = (): string => squareSvg(C.cream, 0.81);

/** The icon of the installed staff portal, on another ground than the public site's. */
export const portalMarkSvg = (isMaskable: boolean): string =>
  squareSvg(C.sun, isMaskable ? 0.66 : 0.81);
