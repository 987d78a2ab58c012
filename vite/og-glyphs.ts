import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Font } from "fontkit";
import type { Plugin } from "vite";

const ID = "virtual:og-glyphs";
const RESOLVED_ID = `\0${ID}`;

/**
 * Basic Latin, Latin-1 Supplement, and then: dashes, quotation marks, bullet, ellipsis, euro and
 * trademark signs.
 */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x201a],
  [0x201c, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
] as const;
const KERNED = [
  ..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-'\u2019\"?&/()",
];
/** Smaller shifts than this, in thousandths of the font size, are invisible. */
const MIN_KERN = 4;

type RawPoint = {
  x: number;
  y: number;
  copy: () => RawPoint;
  constructor: new (onCurve: boolean, endContour: boolean, x: number, y: number) => RawPoint;
};
type RawComponent = { dx: number; dy: number };
type RawGlyph = { points?: RawPoint[]; components?: RawComponent[] };
type Unpacked = Font & {
  variationCoords: number[];
  _transformedGlyphs: RawGlyph[];
  _variationProcessor: { transformPoints: (glyph: number, points: RawPoint[]) => void };
};

/**
 * Opens a WOFF2 font at a weight. fontkit's `getVariation` cannot read compressed tables, and its
 * WOFF2 glyphs ignore variations. As a workaround this moves the unpacked points of a second copy of
 * the font.
 */
async function openFont(file: string, weight: number): Promise<Font> {
  const { create } = await import("fontkit");
  const data = await readFile(createRequire(import.meta.url).resolve(file));
  const plain = create(data) as Unpacked;
  if (plain.variationAxes.wght?.default === weight) return plain;
  // Reading one outline unpacks them all.
  void plain.getGlyph(1).path;
  const Point = plain._transformedGlyphs.find((glyph) => glyph.points?.length)?.points?.[0]
    ?.constructor;
  if (!Point) throw new Error(`${file} has no outlines`);
  const font = create(data) as Unpacked;
  font.variationCoords = [weight];
  const processor = font._variationProcessor;
  // Four phantom points for the metrics belong to every glyph; advances come from the table HVAR,
  // so their positions do not matter.
  const phantoms = () => Array.from({ length: 4 }, () => new Point(false, true, 0, 0));
  font._transformedGlyphs = plain._transformedGlyphs.map((glyph, id) => {
    const points =
      glyph.points?.map((point) => point.copy()) ??
      glyph.components?.map(({ dx, dy }) => new Point(true, true, dx, dy)) ??
      [];
    processor.transformPoints(id, [...points, ...phantoms()]);
    if (glyph.points) return { ...glyph, points };
    return {
      ...glyph,
      components: glyph.components?.map((part, index) => ({
        ...part,
        dx: points[index]?.x ?? part.dx,
        dy: points[index]?.y ?? part.dy,
      })),
    };
  });
  return font;
}

function readFace(font: Font) {
  const scale = 1000 / font.unitsPerEm;
  const round = (value: number) => Math.round(value * scale);
  const codes = RANGES.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  ).filter((code) => font.hasGlyphForCodePoint(code));
  const glyphs = codes.map((code) => {
    const { advanceWidth, path } = font.glyphForCodePoint(code);
    const letters: Record<string, string> = {
      moveTo: "M",
      lineTo: "L",
      quadraticCurveTo: "Q",
      bezierCurveTo: "C",
      closePath: "Z",
    };
    const d = path.commands
      .map(
        ({ command, args }) =>
          (letters[command] ?? "") + args.map(round).join(" ").replaceAll(" -", "-"),
      )
      .join("");
    return [String.fromCodePoint(code), [round(advanceWidth), d]] as const;
  });
  const kerned = KERNED.filter((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const kerning = kerned.flatMap((left) => {
    const { advanceWidth } = font.glyphForCodePoint(left.codePointAt(0) ?? 0);
    return kerned.flatMap((right) => {
      const { positions } = font.layout(left + right, { liga: false, clig: false, calt: false });
      const shift =
        positions.length === 2 ? round((positions[0]?.xAdvance ?? advanceWidth) - advanceWidth) : 0;
      return Math.abs(shift) < MIN_KERN ? [] : [[left + right, shift] as const];
    });
  });
  return { glyphs: Object.fromEntries(glyphs), kerning: Object.fromEntries(kerning) };
}

/**
 * The two typefaces of the site for images: heavy display type and a semibold text face. Lengths are
 * in thousandths of the font size; y points up.
 */
export async function readGlyphs() {
  const display = await openFont(
    "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2",
    800,
  );
  const text = await openFont(
    "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
    600,
  );
  return { display: readFace(display), text: readFace(text) };
}

/**
 * Converts letters of the site's fonts into path data when the server is built: a minimal machine
 * has no fonts to draw text with.
 */
export function ogGlyphs(): Plugin {
  return {
    name: "og-glyphs",
    resolveId(source) {
      if (source === ID) return RESOLVED_ID;
    },
    async load(id) {
      if (id !== RESOLVED_ID) return;
      return `export const glyphs = ${JSON.stringify(await readGlyphs())};`;
    },
  };
}
