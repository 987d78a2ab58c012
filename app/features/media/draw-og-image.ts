import { C } from "#app/components/mascot/ink.ts";
import { faviconSvg } from "#app/components/mascot/mark.ts";
import { henrySvg, type Pose, poses } from "#app/components/mascot/poses.ts";
import { heroSvg } from "#app/components/mascot/scenes/hero-svg.ts";
import { type SceneName, sceneNames, sceneSvg } from "#app/components/mascot/scenes.ts";
import {
  type FittedText,
  fitLines,
  layOutLetters,
  type OgGlyphs,
  type SizeStep,
  type TextStyle,
  toDrawableText,
} from "./fit-text.ts";

export const OG_WIDTH = 1200;
export const OG_HEIGHT = 630;
/** Longer texts are cut before they are laid out; only about 120 letters ever fit. */
const MAX_TEXT_LENGTH = 240;
const LEFT = 64;
/** The picture fills everything to the right of this line. */
const PICTURE_X = 560;
const PICTURE_WIDTH = OG_WIDTH - PICTURE_X;
/** The middle of the brand at the top. */
const BRAND_Y = 84;
const MARK_SIZE = 56;
/** The vertical space for label and title. */
const TOP = 136;
const BOTTOM = 586;
const LINE_HEIGHT = 1.06;
/** Cap height and descender depth, as fractions of the font size. */
const CAP_HEIGHT = 0.68;
const DESCENDER = 0.2;
const LABEL_SIZE = 30;
const LABEL_GAP = 32;

/** The width available for the title, in pixels. */
export const TITLE_WIDTH = PICTURE_X - LEFT - 30;
const TITLE_STEPS: SizeStep[] = listSizes(96, 44, 4).map((size) => ({
  size,
  lines: size > 76 ? 3 : size > 64 ? 4 : 5,
}));
/** On the street, the words stay in the sky. */
const STREET_BOTTOM = 440;
const STREET_TITLE_STEPS: SizeStep[] = listSizes(72, 36, 4).map((size) => ({
  size,
  lines: size > 56 ? 3 : 4,
}));
const LABEL_STEPS: SizeStep[] = listSizes(LABEL_SIZE, 24, 2).map((size) => ({ size, lines: 1 }));
const BRAND_STEPS: SizeStep[] = listSizes(38, 22, 2).map((size) => ({ size, lines: 1 }));

function listSizes(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.floor((from - to) / step) + 1 },
    (_, index) => from - index * step,
  );
}

/**
 * `illustration`: the name of a drawing in public/art without its extension. `hero-street` is the
 * street of the home page; unknown names show Henry waving.
 */
export type OgImage = {
  title: string;
  label?: string | undefined;
  brand: string;
  illustration: string;
};

type Illustration = { svg: string; kind: "scene" | "street" | "henry" };

export function findIllustration(name: string): Illustration {
  if (name === "hero-street") return { svg: heroSvg("wide"), kind: "street" };
  if (sceneNames.some((known) => known === name))
    return { svg: sceneSvg(name as SceneName), kind: "scene" };
  const pose: Pose = poses.find((known) => name === `henry-${known}`) ?? "wave";
  return { svg: henrySvg(pose), kind: "henry" };
}

/** Fits a title into lines. Sizes are in pixels. */
export function fitTitle(title: string, glyphs: OgGlyphs, steps = TITLE_STEPS): FittedText {
  const style = getDisplayStyle(glyphs);
  return fitLines(
    toDrawableText(title.slice(0, MAX_TEXT_LENGTH), style.face),
    style,
    steps,
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

function drawTitle(
  { title, label, brand }: OgImage,
  glyphs: OgGlyphs,
  isOnStreet: boolean,
): string {
  const style = getDisplayStyle(glyphs);
  const steps = isOnStreet ? STREET_TITLE_STEPS : TITLE_STEPS;
  const fittedTitle = fitTitle(title, glyphs, steps);
  const { size, lines } =
    fittedTitle.lines.length > 0 ? fittedTitle : fitTitle(brand, glyphs, steps);
  const fittedLabel = fitLines(
    toDrawableText((label ?? "").slice(0, MAX_TEXT_LENGTH), glyphs.text),
    getTextStyle(glyphs),
    LABEL_STEPS,
    TITLE_WIDTH,
  );
  const labelText = fittedLabel.lines[0];
  const labelHeight = labelText === undefined ? 0 : fittedLabel.size * CAP_HEIGHT + LABEL_GAP;
  const height = labelHeight + size * (CAP_HEIGHT + (lines.length - 1) * LINE_HEIGHT + DESCENDER);
  const bottom = isOnStreet ? STREET_BOTTOM : BOTTOM;
  const top = TOP + Math.max(0, (bottom - TOP - height) / 2);
  const baseline = (line: number) => top + labelHeight + size * (CAP_HEIGHT + line * LINE_HEIGHT);
  return [
    labelText === undefined
      ? ""
      : drawLine(labelText, getTextStyle(glyphs), {
          x: LEFT + 2,
          y: top + fittedLabel.size * CAP_HEIGHT,
          size: fittedLabel.size,
          fill: isOnStreet ? C.ink : C.orange,
        }),
    ...lines.map((line, index) =>
      drawLine(line, style, { x: LEFT - size * 0.03, y: baseline(index), size, fill: C.deep }),
    ),
  ].join("");
}

/**
 * Embeds a drawing into a box of the image, which it fills; what does not fit is cut off. `align`
 * says which part stays, else the drawing itself, else its middle.
 */
function embedSvg(
  svg: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  align?: string,
): string {
  const own = / preserveAspectRatio="([^"]*)"/.exec(svg)?.[1];
  const fit = align ? `${align} slice` : (own ?? "xMidYMid slice");
  return svg
    .replace(/ preserveAspectRatio="[^"]*"/, "")
    .replace(
      "<svg ",
      `<svg x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" preserveAspectRatio="${fit}" `,
    );
}

/** Scenes that show another part here than on pages (mascot/scenes/focus.ts), whose boxes are wider. */
const ALIGNMENT: Partial<Record<string, string>> = {
  auto: "xMaxYMid",
  "emergency-gas": "xMaxYMid",
};

/** What is behind the words: the picture in the right half, or the street over the whole width. */
function drawPicture({ svg, kind }: Illustration, name: string): string {
  if (kind === "street")
    return (
      drawPath(`M0 0h${OG_WIDTH}v${OG_HEIGHT}H0z`, C.dusk) +
      embedSvg(svg, { x: 0, y: 130, width: OG_WIDTH, height: 500 })
    );
  const box = { x: PICTURE_X, y: 0, width: PICTURE_WIDTH, height: OG_HEIGHT };
  const edge = `<path d="M${PICTURE_X} 0v${OG_HEIGHT}" stroke="${C.ink}" stroke-width="5"/>`;
  const paper = drawPath(`M0 0h${OG_WIDTH}v${OG_HEIGHT}H0z`, C.cream);
  if (kind === "scene") return paper + embedSvg(svg, box, ALIGNMENT[name]) + edge;
  // Henry's feet are 464 units down in a drawing of 400 by 480.
  const scale = 1.16;
  const ground = 572;
  return (
    paper +
    drawPath(`M${PICTURE_X} 0H${OG_WIDTH}V${OG_HEIGHT}H${PICTURE_X}z`, C.dusk) +
    drawPath(`M${PICTURE_X} ${ground - 26}H${OG_WIDTH}V${OG_HEIGHT}H${PICTURE_X}z`, C.leaf) +
    embedSvg(svg, {
      x: PICTURE_X + PICTURE_WIDTH / 2 - 200 * scale,
      y: ground - 464 * scale,
      width: 400 * scale,
      height: 480 * scale,
    }) +
    edge
  );
}

function drawBrand(brand: string, glyphs: OgGlyphs): string {
  const style = getDisplayStyle(glyphs);
  const textX = LEFT + MARK_SIZE + 16;
  const { size, lines } = fitLines(
    toDrawableText(brand.slice(0, MAX_TEXT_LENGTH), glyphs.display),
    style,
    BRAND_STEPS,
    LEFT + TITLE_WIDTH - textX,
  );
  const name = lines[0];
  return [
    embedSvg(faviconSvg(), {
      x: LEFT,
      y: BRAND_Y - MARK_SIZE / 2,
      width: MARK_SIZE,
      height: MARK_SIZE,
    }),
    name === undefined
      ? ""
      : drawLine(name, style, { x: textX, y: BRAND_Y + size * 0.34, size, fill: C.deep }),
  ].join("");
}

/** Draws the Open Graph image of a page as SVG without fonts: 1200 by 630, like the page's top. */
export function drawOgImage(image: OgImage, glyphs: OgGlyphs): string {
  const illustration = findIllustration(image.illustration);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${OG_WIDTH}" height="${OG_HEIGHT}" viewBox="0 0 ${OG_WIDTH} ${OG_HEIGHT}">`,
    drawPicture(illustration, image.illustration),
    drawTitle(image, glyphs, illustration.kind === "street"),
    drawBrand(image.brand, glyphs),
    "</svg>",
  ].join("");
}
