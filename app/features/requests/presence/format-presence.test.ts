import { expect, test } from "vitest";
import { formatPresence } from "./format-presence.ts";
import type { PresenceState } from "./schema.ts";

const person = (name: string, state: PresenceState = "open") => ({ userId: name, name, state });

test("says who does what, the first by name", () => {
  expect(formatPresence([])).toEqual({ calling: null, typing: null, open: null });
  expect(formatPresence([person("Ana"), person("Ben", "calling"), person("Cy", "typing")])).toEqual(
    { calling: "Ben is", typing: "Cy is", open: "Ana has" },
  );
  expect(formatPresence([person("Ana"), person("Ben")]).open).toBe("Ana and Ben have");
  expect(formatPresence([person("Ana"), person("Ben"), person("Cy")]).open).toBe(
    "Ana and 2 others have",
  );
});
