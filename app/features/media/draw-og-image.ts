import { C } from "#app/components/mascot/ink.ts";
import { faviconSvg } from "#app/components/mascot/mark.ts";
import { path } from "#app/components/mascot/path.ts";
import { henrySvg, type Pose, poses } from "#app/components/mascot/poses.ts";
import { type SceneName, sceneNames, sceneSvg } from "#app/components/mascot/scenes.ts";
import {
  type FittedText,
  fitLines,
  layOutLetters,
  measureText,
  type OgGlyphs,
  type SizeStep,
  type TextStyle,
  toDrawableText,
} from "./fit-text.ts";

export const OG_WIDTH = 1200;
export const OG_HEIGHT = 630;
/** Longer texts are cut before they are laid out; only about 120 letters ever fit. */
const MAX_TEXT_LENGTH = 240;
const LEFT = 72;
/** The top edge of the dark ground at the bottom, on which illustrations stand. */
const GROUND_Y = 530;
/** The vertical space for label and title. */
const TOP = 44;
const BOTTOM = GROUND_Y - 26;
const LINE_HEIGHT = 1.06;
/** Cap height and descender depth, as fractions of the font size. */
const CAP_HEIGHT = 0.68;
const DESCENDER = 0.2;
const LABEL_SIZE = 31;
const LABEL_GAP = 36;

/** The width available for the title, in pixels. */
export const TITLE_WIDTH = 584;
const TITLE_STEPS: SizeStep[] = listSizes(108, 52, 4).map((size) => ({
  size,
  lines: size > 76 ? 3 : 4,
}));
const LABEL_STEPS: SizeStep[] = listSizes(LABEL_SIZE, 25, 2).map((size) => ({ size, lines: 1 }));
const BRAND_STEPS: SizeStep[] = listSizes(40, 24, 2).map((size) => ({ size, lines: 1 }));

function listSizes(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((from - to) / step) + 1 },
    (_, index) => from - index * step,
  );
}

/**
 * `illustration`: the name of a drawing in public/art without its extension; unknown names show Henry
 * waving.
 */
export type OgImage = {
  title: string;
  label?: string | undefined;
  brand: string;
  illustration: string;
};

type Illustration = { svg: string; isHenry: boolean };

export function findIllustration(name: string): Illustration {
  if (sceneNames.some((known) => known === name))
    return { svg: sceneSvg(name as SceneName), isHenry: false };
  const pose: Pose = poses.find((known) => name === `henry-${known}`) ?? "wave";
  return { svg: henrySvg(pose), isHenry: true };
}

/** Fits a title into lines. Sizes are in pixels. */
export function fitTitle(title: string, glyphs: OgGlyphs): FittedText {
  const style = getDisplayStyle(glyphs);
  return fitLines(
    toDrawableText(title.slice(0, MAX_TEXT_LENGTH), style.face),
    style,
    TITLE_STEPS,
    TITLE_WIDTH,
  );
}

export const getDisplayStyle = (glyphs: OgGlyphs): TextStyle => ({
  face: glyphs.display,
  tracking: -14,
});
const getTextStyle = (glyphs: OgGlyphs): TextStyle => ({ face: glyphs.text, tracking: 4 });

const round = (value: number) => Math.round(value * 100) / 100;

function drawLine(
  text: string,
  style: TextStyle,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = round(size) / 1000;
  const letters = layOutLetters(text, style).letters.map(
    (letter) => `<path transform="translate(${round(letter.x)})" d="${letter.outline}"/>`,
  );
  return `<g fill="${fill}" transform="translate(${round(x)} ${round(y)}) scale(${scale}-${scale})">${letters.join("")}</g>`;
}

const drawPath = (d: string, color: string) => `<path d="${d}" fill="${color}"/>`;

/** A brush stroke behind the baseline of a line of text. */
function drawBrushStroke(x: number, y: number, width: number, size: number): string {
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
  return drawPath(path(points.join(" ")), C.sun);
}

function drawTitle({ title, label, brand }: OgImage, glyphs: OgGlyphs): string {
  const style = getDisplayStyle(glyphs);
  const fittedTitle = fitTitle(title, glyphs);
  const { size, lines } = fittedTitle.lines.length > 0 ? fittedTitle : fitTitle(brand, glyphs);
  const fittedLabel = fitLines(
    toDrawableText((label ?? "").slice(0, MAX_TEXT_LENGTH), glyphs.text),
    getTextStyle(glyphs),
    LABEL_STEPS,
    TITLE_WIDTH,
  );
  const labelText = fittedLabel.lines[0];
  const labelHeight = labelText === undefined ? 0 : fittedLabel.size * CAP_HEIGHT + LABEL_GAP;
  const height = labelHeight + size * (CAP_HEIGHT + (lines.length - 1) * LINE_HEIGHT + DESCENDER);
  const top = TOP + Math.max(0, (BOTTOM - TOP - height) / 2);
  const baseline = (line: number) => top + labelHeight + size * (CAP_HEIGHT + line * LINE_HEIGHT);
  const lastLine = lines.length - 1;
  return [
    labelText === undefined
      ? ""
      : drawLine(labelText, getTextStyle(glyphs), {
          x: LEFT + 2,
          y: top + fittedLabel.size * CAP_HEIGHT,
          size: fittedLabel.size,
          fill: C.orange,
        }),
    lastLine < 0
      ? ""
      : drawBrushStroke(
          LEFT,
          baseline(lastLine) + size * 0.05,
          measureText(lines[lastLine] ?? "", style, size),
          size,
        ),
    ...lines.map((line, index) =>
      drawLine(line, style, { x: LEFT - size * 0.03, y: baseline(index), size, fill: C.deep }),
    ),
  ].join("");
}

/** Embeds a drawing into the image. */
function embedSvg(
  svg: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string {
  return svg.replace(
    "<svg ",
    `<svg x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" `,
  );
}

/**
 * Henry stands on the ground: his feet are 464 units down in a drawing of 400 by 480. Scenes, 320 by
 * 220, include their own ground.
 */
function drawIllustration({ svg, isHenry }: Illustration, ground: string): string {
  if (!isHenry)
    return drawPath(ground, C.deep) + embedSvg(svg, { x: 664, y: 96, width: 516, height: 355 });
  const blob = drawPath(
    path("692,610! 698,430 730,292 808,188 926,140 1044,170 1122,266 1156,410 1168,610!"),
    C.sand,
  );
  return (
    blob +
    drawPath(ground, C.deep) +
    embedSvg(svg, {
      x: 932 - 200 * 1.04,
      y: GROUND_Y + 10 - 464 * 1.04,
      width: 400 * 1.04,
      height: 480 * 1.04,
    })
  );
}

function drawGround(brand: string, glyphs: OgGlyphs): string {
  const style = getDisplayStyle(glyphs);
  const { size, lines } = fitLines(
    toDrawableText(brand.slice(0, MAX_TEXT_LENGTH), glyphs.display),
    style,
    BRAND_STEPS,
    OG_WIDTH - 2 * LEFT - 80,
  );
  const name = lines[0];
  return [
    `<circle cx="${LEFT + 30}" cy="583" r="34" fill="${C.cream}"/>`,
    embedSvg(faviconSvg(), { x: LEFT + 5, y: 557, width: 50, height: 50 }),
    name === undefined
      ? ""
      : drawLine(name, style, { x: LEFT + 82, y: 583 + size * 0.34, size, fill: C.cream }),
  ].join("");
}

/** Draws the Open Graph image of a page as SVG without fonts: 1200 by 630. */
export function drawOgImage(image: OgImage, glyphs: OgGlyphs): string {
  const ground = path(
    `-20,${GROUND_Y + 4} 180,${GROUND_Y - 3} 420,${GROUND_Y + 5} 700,${GROUND_Y - 1} 960,${GROUND_Y + 4} 1220,${GROUND_Y - 2}! 1220,650! -20,650!`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">`,
    drawPath(`M0 0h${OG_WIDTH}v${OG_HEIGHT}H0z`, C.cream),
    drawIllustration(findIllustration(image.illustration), ground),
    drawTitle(image, glyphs),
    drawGround(image.brand, glyphs),
    "</svg>",
  ].join("");
}
