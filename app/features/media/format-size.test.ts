import { expect, test } from "vitest";
import { formatBytes, formatPixels } from "./format-size.ts";

test.each([
  [1, "1 KB"],
  [1_536, "2 KB"],
  [1_048_576, "1.0 MB"],
  [10_485_760, "10.0 MB"],
])("%d bytes are shown as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("pixels are formatted as width × height", () => {
  expect(formatPixels({ width: 1_600, height: 900 })).toBe("1,600 × 900");
});
