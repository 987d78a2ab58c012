import { expect, test } from "vitest";
import { titleFromTopic } from "./title-from-topic.ts";

test.each([
  ["refrigerator not cooling", "Refrigerator Not Cooling: What Could Be Wrong?"],
  ["why is my fridge loud?", "Why is my fridge loud?"],
  ["smell of the dryer.", "Smell of the Dryer: What Could Be Wrong?"],
  ["<b>pool</b>\n pump", "Pool Pump: What Could Be Wrong?"],
])("%s", (topic, title) => expect(titleFromTopic(topic)).toBe(title));
test("a long topic still gives a short title", () =>
  expect(titleFromTopic("word ".repeat(60)).length).toBeLessThanOrEqual(80));
