import { expect, test } from "vitest";
import { orchestrateBodySchema } from "./schema.ts";

const topicOf = (topic: unknown) => orchestrateBodySchema.safeParse({ topic }).data?.topic;

test("characters that cannot be stored are removed from a topic", () =>
  expect(topicOf(" roof\u0000 leak \ud800")).toBe("roof leak \ufffd"));
test.each([" ", "\u0000", "x".repeat(201), 5, null])("%j is not a topic", (topic) =>
  expect(topicOf(topic)).toBeUndefined(),
);
