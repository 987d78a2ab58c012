import { expect, test } from "vitest";
import { orchestrateBodySchema } from "./schema.ts";

const topicOf = (topic: unknown) => orchestrateBodySchema.safeParse({ topic }).data?.topic;

test("what no database can keep is taken out of a topic", () =>
  expect(topicOf(" roof\u0000 leak \ud800")).toBe("roof leak \ufffd"));
test.each([" ", "\u0000", "x".repeat(201), 5, null])("%j is no topic", (topic) =>
  expect(topicOf(topic)).toBeUndefined(),
);
