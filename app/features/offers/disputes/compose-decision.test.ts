import { expect, test } from "vitest";
import { composeDecision } from "./compose-decision.ts";

test.each([
  ["granted", true, "Decision: granted. Your 25 credits are back."],
  ["refused", false, "Decision: refused. Your credits do not come back."],
  ["refused", true, "Decision: refused. Your 25 credits are back already, for another reason."],
] as const)("a dispute that was %s, refunded %s, says so", (decision, isRefunded, text) => {
  const mail = composeDecision({
    ...{ brand: "Henry", company: "Peach", serviceType: "Plumbing", city: "Atlanta", zip: null },
    ...{ decision, isRefunded, answer: "", cost: 25, url: "https://henry.example" },
  });
  expect(mail.text.split("\n").filter((line) => line.startsWith("Decision"))).toEqual([text]);
});
