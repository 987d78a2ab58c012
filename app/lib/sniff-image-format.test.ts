import { expect, test } from "vitest";
import { sniffImageFormat } from "./sniff-image-format.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each([
  ["jpeg", "\xff\xd8\xff\xe0\0\x10JFIF"],
  ["png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"],
  ["gif", "GIF89a\x01\0"],
  ["gif", "GIF87a\x01\0"],
  ["webp", "RIFF\x24\0\0\0WEBPVP8 "],
  ["avif", "\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf"],
  ["avif", "\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf"],
  ["heic", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
])("recognizes %s by its first bytes", (format, head) => {
  expect(sniffImageFormat(bytes(head))).toBe(format);
});

test.each([
  ["nothing", ""],
  ["a page", "<!doctype html><script>alert(1)</script>"],
  ["SVG", '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
  ["PDF", "%PDF-1.7"],
  ["TIFF", "II*\0"],
  ["a video", "\0\0\0\x18ftypmp42\0\0\0\0isommp42"],
  ["audio in RIFF", "RIFF\x24\0\0\0WAVEfmt "],
  ["a brand after the end of its box", "\0\0\0\x14ftypmif1\0\0\0\0mif1avif"],
  ["half a signature", "\x89PNG"],
])("does not accept %s as an image", (_, head) => {
  expect(sniffImageFormat(bytes(head))).toBeNull();
});
