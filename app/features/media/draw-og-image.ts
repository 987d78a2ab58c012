import {
  type IllustrationName,
  illustrationNames,
  illustrationSvg,
} from "#app/components/mascot/illustrations.ts";
import { C } from "#app/components/mascot/ink.ts";
import { faviconSvg } from "#app/components/mascot/mark.ts";
import { path } from "#app/components/mascot/path.ts";
import { henrySvg, type Pose, poses } from "#app/components/mascot/poses.ts";
import {
  drawableText,
  type Fitted,
  fitLines,
  measureText,
  type OgGlyphs,
  placeLetters,
  type Step,
  type Type,
} from "./fit-text.ts";

export const OG_WIDTH = 1200;
export const OG_HEIGHT = 630;
/** Longer titles are cut before they are set; no more than about 120 letters ever fit. */
const LONGEST = 240;
const LEFT = 72;
/** Upper edge of the petrol ground, where images stand. */
const GROUND = 530;
/** Room for label and title. */
const TOP = 44;
const BOTTOM = GROUND - 26;
const LINE_HEIGHT = 1.06;
/** Height of capitals and depth below the line, as parts of the type size. */
const CAPITALS = 0.68;
const DEPTH = 0.2;
const LABEL_SIZE = 31;
const LABEL_GAP = 36;

/** Room for the title, in pixels. */
export const TITLE_WIDTH = 584;
const TITLE_STEPS: Step[] = sizes(108, 52, 4).map((size) => ({ size, lines: size > 76 ? 3 : 4 }));
const LABEL_STEPS: Step[] = sizes(LABEL_SIZE, 25, 2).map((size) => ({ size, lines: 1 }));
const BRAND_STEPS: Step[] = sizes(40, 24, 2).map((size) => ({ size, lines: 1 }));

function sizes(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((from - to) / step) + 1 },
    (_, index) => from - index * step,
  );
}

/**
 * `illustration` is the name of a drawing in public/art without its ending; Henry waves where there is
 * no such drawing.
 */
export type OgImage = {
  title: string;
  label?: string | undefined;
  brand: string;
  illustration: string;
};

type Illustration = { svg: string; henry: boolean };

export function findIllustration(name: string): Illustration {
  if (illustrationNames.some((known) => known === name))
    return { svg: illustrationSvg(name as IllustrationName), henry: false };
  const pose: Pose = poses.find((known) => name === `henry-${known}`) ?? "wave";
  return { svg: henrySvg(pose), henry: true };
}

/** The lines of a title and their size in pixels. */
export function setTitle(title: string, glyphs: OgGlyphs): Fitted {
  const type = displayType(glyphs);
  return fitLines(drawableText(title.slice(0, LONGEST), type.face), type, TITLE_STEPS, TITLE_WIDTH);
}

export const displayType = (glyphs: OgGlyphs): Type => ({ face: glyphs.display, tracking: -14 });
const textType = (glyphs: OgGlyphs): Type => ({ face: glyphs.text, tracking: 4 });

const round = (value: number) => Math.round(value * 100) / 100;

function drawLine(
  text: string,
  type: Type,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = round(size) / 1000;
  const letters = placeLetters(text, type).letters.map(
    (letter) => `<path transform="translate(${round(letter.x)})" d="${letter.outline}"/>`,
  );
  return `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${scale}-${scale})">${letters.join("")}</g>`;
}

const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;

/** A brush stroke behind the foot of a line of text. */
function brush(x: number, y: number, width: number, size: number): string {
  const high = size * 0.24;
  const at = (part: number, height: number) =>
    `${round(x + width * part)},${round(y + high * height)}`;
  const points = [
    at(-0.012, -0.34),
    at(0.2, -0.5),
    at(0.55, -0.42),
    at(0.85, -0.56),
    at(1.012, -0.5),
    at(1.03, 0),
    at(1.015, 0.38),
    at(0.7, 0.46),
    at(0.35, 0.52),
    at(0.02, 0.62),
    at(-0.02, 0.2),
  ];
  return fill(path(points.join(" ")), C.sun);
}

function drawTitle({ title, label, brand }: OgImage, glyphs: OgGlyphs): string {
  const type = displayType(glyphs);
  const words = setTitle(title, glyphs);
  const { size, lines } = words.lines.length > 0 ? words : setTitle(brand, glyphs);
  const above = fitLines(
    drawableText((label ?? "").slice(0, LONGEST), glyphs.text),
    textType(glyphs),
    LABEL_STEPS,
    TITLE_WIDTH,
  );
  const labelText = above.lines[0];
  const labelHeight = labelText === undefined ? 0 : above.size * CAPITALS + LABEL_GAP;
  const height = labelHeight + size * (CAPITALS + (lines.length - 1) * LINE_HEIGHT + DEPTH);
  const top = TOP + Math.max(0, (BOTTOM - TOP - height) / 2);
  const baseline = (line: number) => top + labelHeight + size * (CAPITALS + line * LINE_HEIGHT);
  const lowest = lines.length - 1;
  return [
    labelText === undefined
      ? ""
      : drawLine(labelText, textType(glyphs), {
          x: LEFT + 2,
          y: top + above.size * CAPITALS,
          size: above.size,
          fill: C.orange,
        }),
    lowest < 0
      ? ""
      : brush(
          LEFT,
          baseline(lowest) + size * 0.05,
          measureText(lines[lowest] ?? "", type, size),
          size,
        ),
    ...lines.map((line, index) =>
      drawLine(line, type, { x: LEFT - size * 0.03, y: baseline(index), size, fill: C.deep }),
    ),
  ].join("");
}

/** A drawing as a part of the image. */
function place(
  svg: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  return svg.replace(
    "<svg ",
    `<svg x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" `,
  );
}

/**
 * Henry stands on the ground: his soles are 464 units down in a drawing of 400 by 480. Scenes, 320
 * by 220, have a ground of their own.
 */
function drawIllustration({ svg, henry }: Illustration, ground: string): string {
  if (!henry) return fill(ground, C.deep) + place(svg, { x: 664, y: 96, width: 516, height: 355 });
  const blob = fill(
    path("692,610! 698,430 730,292 808,188 926,140 1044,170 1122,266 1156,410 1168,610!"),
    C.sand,
  );
  return (
    blob +
    fill(ground, C.deep) +
    place(svg, {
      x: 932 - 200 * 1.04,
      y: GROUND + 10 - 464 * 1.04,
      width: 400 * 1.04,
      height: 480 * 1.04,
    })
  );
}

function drawGround(brand: string, glyphs: OgGlyphs): string {
  const type = displayType(glyphs);
  const { size, lines } = fitLines(
    drawableText(brand.slice(0, LONGEST), glyphs.display),
    type,
    BRAND_STEPS,
    OG_WIDTH - 2 * LEFT - 80,
  );
  const name = lines[0];
  return [
    `<circle cx="${LEFT + 30}" cy="583" r="34" fill="${C.cream}"/>`,
    place(faviconSvg(), { x: LEFT + 5, y: 557, width: 50, height: 50 }),
    name === undefined
      ? ""
      : drawLine(name, type, { x: LEFT + 82, y: 583 + size * 0.34, size, fill: C.cream }),
  ].join("");
}

/** An image of a page for links to it, as SVG without fonts: 1200 by 630. */
export function drawOgImage(image: OgImage, glyphs: OgGlyphs): string {
  const ground = path(
    `-20,${GROUND + 4} 180,${GROUND - 3} 420,${GROUND + 5} 700,${GROUND - 1} 960,${GROUND + 4} 1220,${GROUND - 2}! 1220,650! -20,650!`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">`,
    fill(`M0 0h${OG_WIDTH}v${OG_HEIGHT}H0z`, C.cream),
    drawIllustration(findIllustration(image.illustration), ground),
    drawTitle(image, glyphs),
    drawGround(image.brand, glyphs),
    "</svg>",
  ].join("");
}
