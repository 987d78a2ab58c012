import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { artFiles, MAX_HENRY_BYTES, MAX_ILLUSTRATION_BYTES } from "./art-files.ts";
import { illustrationNames, illustrationSvg } from "./illustrations.ts";
import { figures, henrySvg, poses } from "./poses.ts";

const root = join(import.meta.dirname, "../../..");
const files = [...artFiles()];

describe("art files", () => {
  it("public/art has exactly the files that the code draws (if not, run: node scripts/draw-art.ts)", () => {
    const wanted = files.filter(([file]) => file.startsWith("art/"));
    expect(readdirSync(join(root, "public/art")).sort()).toEqual(
      wanted.map(([file]) => file.slice(4)).sort(),
    );
    for (const [file, text] of files)
      expect(readFileSync(join(root, "public", file), "utf8"), file).toBe(text);
  });

  it.each(files)("%s is small, safe and scalable", (file, text) => {
    const limit = file.startsWith("art/henry-") ? MAX_HENRY_BYTES : MAX_ILLUSTRATION_BYTES;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
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
