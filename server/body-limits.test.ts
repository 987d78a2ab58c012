import { expect, test } from "vitest";
import { findBodyLimit, getBytesToReceive } from "./body-limits.ts";

test.each([
  ["/backyard/advertorials/editor", "2 MB"],
  ["/backyard/advertorials/editor.data", "2 MB"],
  ["/backyard/advertorials/editor/quiet-tap.data", "2 MB"],
  ["/backyard/quizzes/editor/roof/review.data", "2 MB"],
  ["/backyard/quizzes/drafts", "2 MB"],
  ["/backyard/providers/import.data", "10 MB"],
  ["/backyard/media/images", "10 MB"],
  ["/r/some-key/photos", "60 MB"],
  ["/pro/documents", "30 MB"],
  ["/pro/documents/some-paper/file", "256 KB"],
  ["/backyard/advertorials/editors", "256 KB"],
  ["/backyard/advertorials/drafts/more", "256 KB"],
  ["/backyard/providers/imports", "256 KB"],
  ["/backyard/media", "256 KB"],
  ["/r/some-key", "256 KB"],
  ["/r/some-key/photos/some-photo", "256 KB"],
  ["/functions/v1/contact-sync", "256 KB"],
  ["/backyard", "256 KB"],
])("%s accepts %s", (path, name) => expect(findBodyLimit(path).name).toBe(name));

test.each([
  ["POST", "/quote", { "content-length": "300" }, 300],
  ["POST", "/quote", { "transfer-encoding": "chunked" }, 262_144],
  ["POST", "/quote", {}, 0],
  // Refused because of its length.
  ["POST", "/quote", { "content-length": "300000" }, 0],
  // These routes check the sender before they read more than a small body.
  ["POST", "/backyard/providers/import.data", { "content-length": "300000" }, 0],
  ["POST", "/backyard/media/images", { "content-length": "16385" }, 0],
  ["POST", "/backyard/media/images", { "content-length": "16384" }, 16_384],
  ["POST", "/backyard/media/images", { "transfer-encoding": "chunked" }, 0],
  ["POST", "/backyard/providers/import.data", { "transfer-encoding": "chunked" }, 262_144],
  ["GET", "/quote", { "content-length": "300" }, 0],
])(
  "for %s %s with %j, receives %d bytes before the request starts",
  (method, path, headers, bytes) => {
    expect(getBytesToReceive({ method, headers }, path)).toBe(bytes);
  },
);
