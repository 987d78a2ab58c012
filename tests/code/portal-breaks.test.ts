import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Where classes of the portal stand; app/staff.css reads the same places. */
const PORTAL = [
  "app/components/admin/**/*.tsx",
  "app/routes/backyard/**/*.tsx",
  "app/features/**/components/admin/**/*.tsx",
];
/** The frame of the OAuth helper stands outside the portal's layout. */
const OUTSIDE = "app/features/crm/highlevel/components/admin/oauth-frame.tsx";
const SCREEN_BREAK = /[\s"'`](?:max-)?(?:sm|md|lg|xl|2xl):[\w-]/;

test("pages of the portal break by their room, which knows doubled text, and not by the screen", () => {
  const files = globSync(PORTAL).filter((file) => file !== OUTSIDE);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => SCREEN_BREAK.test(readFileSync(file, "utf8")))).toEqual([]);
});
