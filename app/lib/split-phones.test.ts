import { expect, test } from "vitest";
import { splitPhones } from "./split-phones.ts";

test.each([
  ["Call (800) 555-0199, day or night.", ["Call ", "(800) 555-0199", ", day or night."]],
  ["800-555-0199", ["", "800-555-0199", ""]],
  ["+1 800 555 0199 or 800.555.0142", ["", "+1 800 555 0199", " or ", "800.555.0142", ""]],
  ["Price: $300-$1,500 in 90210-1234", ["Price: $300-$1,500 in 90210-1234"]],
  ["", [""]],
])("%j", (text, parts) => expect(splitPhones(text)).toEqual(parts));
