import { expect, test } from "vitest";
import { describeBytes, describePixels } from "./describe-size.ts";

test.each([
  [1, "1 KB"],
  [1_536, "2 KB"],
  [1_048_576, "1.0 MB"],
  [10_485_760, "10.0 MB"],
])("%d bytes are %s", (bytes, text) => {
  expect(describeBytes(bytes)).toBe(text);
});

test("pixels", () => {
  expect(describePixels({ width: 1_600, height: 900 })).toBe("1,600 × 900");
});
