import { expect, test } from "vitest";
import { cleanTopic } from "./clean-topic.ts";

test.each([
  ["a <script>x</script> b {c}", "a x b c"],
  ["roof\u0000\u202e\n leak\u200b", "roof leak"],
  ["<b></b>\u0007", ""],
  ["half \ud800 a letter", "half \ufffd a letter"],
])("%j becomes one line of plain words", (topic, clean) => expect(cleanTopic(topic)).toBe(clean));
