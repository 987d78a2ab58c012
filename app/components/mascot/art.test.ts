import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import {
  artFiles,
  MAX_HENRY_BYTES,
  MAX_ILLUSTRATION_BYTES,
  MAX_PART_BYTES,
  MAX_PART_GZIP_BYTES,
} from "./art-files.ts";
import { illustrationNames, illustrationSvg } from "./illustrations.ts";
import { C } from "./ink.ts";
import { figures, henrySvg, poses } from "./poses.ts";
import { REPAIR_PARTS } from "./repair-parts/names.ts";
import { repairPartSvg } from "./repair-parts.ts";

const root = join(import.meta.dirname, "../../..");
const files = [...artFiles()];

function getLimit(file: string): number {
  if (file.startsWith("art/parts/")) return MAX_PART_BYTES;
  return file.startsWith("art/henry-") ? MAX_HENRY_BYTES : MAX_ILLUSTRATION_BYTES;
}

describe("art files", () => {
  it("public/art has exactly the files that the code draws (if not, run: node scripts/draw-art.ts)", () => {
    const wanted = files.filter(([file]) => file.startsWith("art/"));
    const found = readdirSync(join(root, "public/art"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(root, "public"), join(entry.parentPath, entry.name)));
    expect(found.sort()).toEqual(wanted.map(([file]) => file).sort());
    for (const [file, text] of files)
      expect(readFileSync(join(root, "public", file), "utf8"), file).toBe(text);
  });

  it.each(files)("%s is small, safe and scalable", (file, text) => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(getLimit(file));
    expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/);
    expect(text).not.toMatch(
      /<script|<foreignObject|<style|<text|\son\w+=|href|url\(|NaN|undefined|Infinity/i,
    );
    expect(text.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|\/\//);
    expect(text).not.toMatch(/\n| {2}|\d\.\d\d/);
  });

  it("have no ids, so that one page can contain several drawings", () => {
    for (const [, text] of files) expect(text).not.toContain(" id=");
  });

  it("include every category of the catalog", () => {
    const catalog = parse(readFileSync(join(root, "content/catalog.yaml"), "utf8")) as Record<
      string,
      unknown
    >;
    const categories = Object.values(catalog)
      .flat()
      .filter(
        (entry): entry is { slug: string; services: string[] } =>
          typeof entry === "object" && entry !== null && "slug" in entry && "services" in entry,
      );
    expect(categories.length).toBeGreaterThanOrEqual(13);
    for (const { slug } of categories) expect(illustrationNames).toContain(slug);
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
    expect(gzipSync(text).length).toBeLessThanOrEqual(MAX_PART_GZIP_BYTES);
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
    expect(illustrationSvg("empty", { title: "An empty box" })).toContain(
      "<title>An empty box</title>",
    );
  });

  it("every pose has a title", () => {
    for (const pose of poses) expect(figures[pose].title).toMatch(/^Henry /);
  });
});
