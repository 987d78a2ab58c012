import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The files with classes of the portal; app/staff.css scans the same. */
const PORTAL_FILES = [
  "app/components/admin/**/*.tsx",
  "app/routes/backyard/**/*.tsx",
  "app/features/**/components/admin/**/*.tsx",
];
/** The frame of the OAuth helper is outside the portal's layout. */
const EXCEPTION = "app/features/crm/highlevel/components/admin/oauth-frame.tsx";
const SCREEN_BREAKPOINT = /[\s"'`](?:max-)?(?:sm|md|lg|xl|2xl):[\w-]/;

test("the portal uses breakpoints that follow the size of text, not of the screen", () => {
  const files = globSync(PORTAL_FILES).filter((file) => file !== EXCEPTION);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => SCREEN_BREAKPOINT.test(readFileSync(file, "utf8")))).toEqual([]);
});
