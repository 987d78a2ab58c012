import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault } from "./vault.server.ts";

const place = { table: "provider_settings", row: "1", column: "api_integration_keys.calendar" };
const vault = createVault(randomBytes(32));

test("opens a secret in its own place and nowhere else", () => {
  const sealed = vault.seal("sk_live_ä", place);
  expect(sealed).not.toContain("sk_live");
  expect(vault.open(sealed, place)).toBe("sk_live_ä");
  expect(vault.open(sealed, { ...place, row: "2" })).toBeNull();
  expect(vault.open(sealed, { ...place, column: "other" })).toBeNull();
});

test("does not open with another key, or a changed or random text", () => {
  const sealed = vault.seal("secret", place);
  expect(createVault(randomBytes(32)).open(sealed, place)).toBeNull();
  expect(vault.open(`${sealed.slice(0, -2)}AA`, place)).toBeNull();
  expect(vault.open("", place)).toBeNull();
  expect(vault.open("v1.x.y", place)).toBeNull();
});

test("seals the same secret differently each time", () => {
  expect(vault.seal("secret", place)).not.toBe(vault.seal("secret", place));
});
