import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import { describe, expect, it, test } from "vitest";
import { parse } from "yaml";
import { artFiles, MAX_ART_BYTES, MAX_PART_BYTES } from "./art-files.ts";
import { C } from "./ink.ts";
import { figures, henrySvg, poses } from "./poses.ts";
import { REPAIR_PARTS } from "./repair-parts/names.ts";
import { repairPartSvg } from "./repair-parts.ts";
import { SIDES } from "./scenes/focus.ts";
import { sceneNames, sceneSvg } from "./scenes.ts";
import { drawSmallScene, smallScenePath } from "./small-scene.server.ts";

const root = join(import.meta.dirname, "../../..");
const files = [...artFiles()];
const MAX_SMALL_BYTES = 4_000;

const countBytes = (text: string) => brotliCompressSync(text).length;

describe("art files", () => {
  it("public/art has exactly the files that the code draws (if not, run: node scripts/draw-art.ts)", () => {
    const wanted = [
      ...files.map(([file]) => file).filter((file) => file.startsWith("art/")),
      ...sceneNames.map(smallScenePath),
    ];
    const found = readdirSync(join(root, "public/art"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(root, "public"), join(entry.parentPath, entry.name)));
    expect(found.sort()).toEqual(wanted.sort());
    for (const [file, text] of files)
      expect(readFileSync(join(root, "public", file), "utf8"), file).toBe(text);
  });

  it.each(files)("%s is small, safe and scalable", (file, text) => {
    expect(countBytes(text)).toBeLessThanOrEqual(
      file.startsWith("art/parts/") ? MAX_PART_BYTES : MAX_ART_BYTES,
    );
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    // Only the street of the home page moves, with a style sheet of its own.
    expect(
      text.replace(/<style>@media \(prefers-reduced-motion:no-preference\).*?<\/style>/, ""),
    ).not.toMatch(
      /<script|<foreignObject|<style|<text|\son\w+=|href|url\(|NaN|undefined|Infinity/i,
    );
    expect(text.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|\/\//);
    expect(text).not.toMatch(/\n| {2}/);
    for (const [path] of text.matchAll(/ d="[^"]+"/g)) expect(path).not.toMatch(/\d\.\d\d/);
  });

  it("have no ids, so that one page can contain several drawings", () => {
    for (const [, text] of files) expect(text).not.toContain(" id=");
  });

  it("are a few kilobytes each: the median of the scenes is below three", () => {
    const sizes = sceneNames.map((name) => countBytes(sceneSvg(name))).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(3000);
  });
});

test("favicon.ico has a picture for tabs, bookmarks and desktops: 16, 32 and 48 pixels", () => {
  const ico = readFileSync(join(root, "public/favicon.ico"));
  const starts = Array.from({ length: ico.readUInt16LE(4) }, (_, index) =>
    ico.readUInt32LE(6 + 16 * index + 12),
  );
  // The width of a PNG stands 16 bytes after its start.
  expect(starts.map((start) => ico.readUInt32BE(start + 16))).toEqual([16, 32, 48]);
});

describe("scenes", () => {
  it("include every service, category and group of the catalog", () => {
    const catalog = parse(readFileSync(join(root, "content/catalog.yaml"), "utf8")) as {
      categories: { slug: string; services: string[] }[];
      autoGroups: { slug: string; services: string[] }[];
    };
    const groups = [...catalog.categories, ...catalog.autoGroups];
    for (const { slug, services } of groups)
      for (const name of [slug, ...services]) expect(sceneNames).toContain(name);
  });

  it("fill a box of any shape, with their focus in view", () => {
    expect(Object.keys(SIDES).filter((name) => !(sceneNames as string[]).includes(name))).toEqual(
      [],
    );
    for (const name of sceneNames)
      expect(sceneSvg(name)).toMatch(/ preserveAspectRatio="x(?:Min|Mid|Max)YMid slice"/);
    expect(sceneSvg("towing")).toContain('"xMaxYMid slice"');
  });

  it("are all different", () => {
    expect(new Set(sceneNames.map((name) => sceneSvg(name))).size).toBe(sceneNames.length);
  });

  it("have a small picture that shows them as they are drawn now", async () => {
    const decode = (picture: Sharp) => picture.flatten().removeAlpha().raw().toBuffer();
    for (const name of sceneNames) {
      const file = join(root, "public", smallScenePath(name));
      expect(statSync(file).size, name).toBeLessThanOrEqual(MAX_SMALL_BYTES);
      const drawn = await decode(await drawSmallScene(name));
      const stored = await decode(sharp(file));
      const changed = drawn.filter((value, at) => Math.abs(value - (stored[at] ?? 0)) > 64);
      expect(stored.length, name).toBe(drawn.length);
      expect(changed.length / drawn.length, name).toBeLessThan(0.02);
    }
  });

  it.each(sceneNames)("%s fills its canvas with colors of the palette", (name) => {
    const text = sceneSvg(name);
    expect(text).toContain('viewBox="0 0 480 320"');
    const colors = text.matchAll(/(?:fill|stroke)="([^"]+)"/g);
    expect(["none", ...Object.values(C)]).toEqual(
      expect.arrayContaining([...new Set([...colors].map(([, color]) => color))]),
    );
  });
});

describe("repair parts", () => {
  it("have names that differ and fit into an address", () => {
    expect(new Set(REPAIR_PARTS).size).toBe(REPAIR_PARTS.length);
    for (const name of REPAIR_PARTS) expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(REPAIR_PARTS)("%s is a small square that marks its trouble spot", (name) => {
    const text = repairPartSvg(name);
    expect(text).toContain('viewBox="0 0 160 160" aria-hidden="true"');
    expect(text).toContain(C.orange);
  });

  it.each(REPAIR_PARTS)("%s uses only colors of the palette", (name) => {
    const colors = repairPartSvg(name).matchAll(/(?:fill|stroke)="([^"]+)"/g);
    expect(["none", ...Object.values(C)]).toEqual(
      expect.arrayContaining([...new Set([...colors].map(([, color]) => color))]),
    );
  });
});

describe("titles", () => {
  it("a titled drawing is an image with that name, an untitled one is decoration", () => {
    expect(henrySvg("wave", { title: "Tom & <Henry>" })).toContain(
      'role="img"><title>Tom &amp; &lt;Henry&gt;</title>',
    );
    expect(henrySvg("wave")).toContain('aria-hidden="true"');
    expect(sceneSvg("empty", { title: "An empty mailbox" })).toContain(
      "<title>An empty mailbox</title>",
    );
  });

  it("every pose has a title", () => {
    for (const pose of poses) expect(figures[pose].title).toMatch(/^Henry /);
  });
});
