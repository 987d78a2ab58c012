import { expect, test } from "vitest";
import { fillUrgency } from "./suggest-urgency.ts";

const fill = (answers: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(answers)) form.set(name, value);
  fillUrgency(form);
  return form.get("urgencyLevel");
};

test.each([
  [{ timeframe: "urgent" }, "this-week"],
  [{ timeframe: "urgent", urgencyLevel: "" }, "this-week"],
  [{ timeframe: "urgent", urgencyLevel: "just-researching" }, "just-researching"],
  [{ timeframe: "urgent", urgencyLevel: "never" }, "never"],
  [{}, null],
  [{ timeframe: "constructor" }, null],
])("the plain form with %j says %j", (answers, urgency) => expect(fill(answers)).toBe(urgency));
