import { expect, test } from "vitest";
import { findBodyLimit } from "./body-limits.ts";

test.each([
  ["/backyard/advertorials/editor", "2 MB"],
  ["/backyard/advertorials/editor.data", "2 MB"],
  ["/backyard/advertorials/editor/quiet-tap.data", "2 MB"],
  ["/backyard/quizzes/editor/roof/review.data", "2 MB"],
  ["/backyard/quizzes/drafts", "2 MB"],
  ["/backyard/providers/import.data", "10 MB"],
  ["/backyard/media/images", "10 MB"],
  ["/backyard/advertorials/editors", "256 KB"],
  ["/backyard/advertorials/drafts/more", "256 KB"],
  ["/backyard/providers/imports", "256 KB"],
  ["/backyard/media", "256 KB"],
  ["/functions/v1/contact-sync", "256 KB"],
  ["/backyard", "256 KB"],
])("%s takes %s", (path, name) => expect(findBodyLimit(path).name).toBe(name));
