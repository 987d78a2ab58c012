import { C, dots, el, flat, shape } from "./ink.ts";
import { path } from "./path.ts";

/**
 * Henry's cap and face, drawn bolder than the figure so that they read at 16 pixels. 64 by 64
 * units.
 */
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

const frame = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g fill="${C.ink}" stroke="${C.ink}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>`;

export function faviconSvg(): string {
  return frame(mark);
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
