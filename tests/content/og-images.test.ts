import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { artFiles } from "#app/components/mascot/art-files.ts";
import {
  drawOgImage,
  findIllustration,
  fitTitle,
  getDisplayStyle,
  TITLE_WIDTH,
} from "#app/features/media/draw-og-image.ts";
import { measureText, toDrawableText } from "#app/features/media/fit-text.ts";
import { listPublicPages } from "#app/features/public-pages/list-public-pages.server.ts";
import { siteSettingsSchema } from "#app/features/settings/schema.ts";
import { readGlyphs } from "../../vite/og-glyphs.ts";

const glyphs = await readGlyphs();
const brand = "Henry's Helpline";
/** Space below the label, in pixels. */
const TITLE_HEIGHT = 390;

const word = fc.string({
  unit: fc.constantFrom(..."abcdefghijklmnoprstuvwyzABCDEFGHMNOW019.,:'-&?éüñŁ"),
  minLength: 1,
  maxLength: 14,
});
const anyTitle = fc.oneof(
  fc.array(word, { maxLength: 40 }).map((words) => words.join(" ")),
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({ maxLength: 300 }),
);

describe("letters", () => {
  it("are those of the fonts at the weight of the page", () => {
    expect(glyphs.display.glyphs.H?.[0]).toBe(730);
    expect(glyphs.text.glyphs.H?.[0]).toBe(750);
    // The file stands at weight 300, where this stem is 60 units wide.
    expect(glyphs.text.glyphs.l?.[1]).toBe("M62 0L62 700L174 700L174 0Z");
  });

  it("are there for plain text, accents and typographic marks", () => {
    for (const face of [glyphs.display, glyphs.text]) {
      for (const letter of "AZaz09 &?%éÑßç\u2019\u201c\u2026")
        expect(face.glyphs, letter).toHaveProperty([letter]);
      for (const [letter, [advance, outline]] of Object.entries(face.glyphs)) {
        expect(advance, letter).toBeGreaterThanOrEqual(0);
        expect(outline, letter).toMatch(/^(M[-\d MLQCZ]+Z)?$/);
      }
    }
  });

  it("move closer where they have to", () => expect(glyphs.display.kerning.To).toBeLessThan(-10));
});

describe("drawableText", () => {
  it.each([
    ["Henry's  best", "Henry\u2019s best"],
    ["Łódź ć", "Lódz c"],
    ["a\n\tb", "a b"],
    ["\u{1f642} Roof \u{1f642} repair", "Roof repair"],
    ["x\ud800y", "xy"],
    ["ﬁx", "fix"],
  ])("%j becomes %j", (text, drawn) => expect(toDrawableText(text, glyphs.display)).toBe(drawn));
});

describe("titles", () => {
  it("fit the box, whatever they say", () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const { size, lines } = fitTitle(title, glyphs);
        expect(lines.length).toBeLessThanOrEqual(5);
        expect(size * lines.length * 1.06).toBeLessThanOrEqual(TITLE_HEIGHT);
        for (const line of lines)
          expect(measureText(line, getDisplayStyle(glyphs), size)).toBeLessThanOrEqual(TITLE_WIDTH);
      }),
      { numRuns: 300 },
    );
  });

  it("lose nothing unless they end in an ellipsis", () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const { lines, isComplete } = fitTitle(title, glyphs);
        if (isComplete)
          expect(lines.join("").replaceAll(" ", "")).toBe(
            toDrawableText(title.slice(0, 240), glyphs.display).replaceAll(" ", ""),
          );
        else expect(lines.at(-1)).toMatch(/\u2026$/);
      }),
      { numRuns: 300 },
    );
  });

  it("are balanced", () =>
    expect(
      fitTitle("Water Damage Restoration: What to Do in the First Hour", glyphs).lines,
    ).toEqual(["Water Damage", "Restoration:", "What to Do in", "the First Hour"]));

  it("of every page fit in large type", () => {
    const pages = listPublicPages(siteSettingsSchema.parse({}), { quizzes: [], articles: [] });
    expect(pages.length).toBeGreaterThan(80);
    for (const { path, title } of pages) {
      const { size, isComplete } = fitTitle(title, glyphs);
      expect({ path, isComplete }).toEqual({ path, isComplete: true });
      expect(size, path).toBeGreaterThanOrEqual(52);
    }
  });
});

describe("drawOgImage", () => {
  it("draws valid SVG for any words, without text elements or broken numbers", () => {
    fc.assert(
      fc.property(anyTitle, anyTitle, anyTitle, (title, label, name) => {
        const svg = drawOgImage({ title, label, brand: name, illustration: "henry-wave" }, glyphs);
        expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|\de-/);
        expect(svg.match(/<(svg|g)\b/g)?.length).toBe(svg.match(/<\/(svg|g)>/g)?.length);
      }),
      { numRuns: 50 },
    );
  });

  it("shows a scene from top to bottom beside the words, the street behind them", () => {
    const draw = (illustration: string) =>
      drawOgImage({ title: "Roofing", brand, illustration }, glyphs);
    expect(draw("roofing")).toContain('<svg x="560" y="0" width="640" height="630" ');
    expect(draw("hero-street")).toContain('<svg x="0" y="130" width="1200" height="500" ');
  });

  it("finds every drawing, and falls back to Henry", () => {
    const files = artFiles();
    for (const file of readdirSync(join(import.meta.dirname, "../../public/art"))) {
      const expected = files.get(`art/${file}`);
      if (expected && file !== "hero-street-phone.svg")
        expect(findIllustration(file.replace(".svg", "")).svg, file).toBe(expected);
    }
    expect(findIllustration("no-such-drawing")).toEqual(findIllustration("henry-wave"));
    expect(drawOgImage({ title: "", brand, illustration: "" }, glyphs)).toContain("<svg x=");
  });
});
