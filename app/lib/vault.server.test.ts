import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createVault } from "./vault.server.ts";

const location = { table: "provider_settings", row: "1", column: "api_integration_keys.calendar" };
const vault = createVault(randomBytes(32));

test("opens a secret for its own database cell only", () => {
  const sealed = vault.seal("sk_live_ä", location);
  expect(sealed).not.toContain("sk_live");
  expect(vault.open(sealed, location)).toBe("sk_live_ä");
  expect(vault.open(sealed, { ...location, row: "2" })).toBeNull();
  expect(vault.open(sealed, { ...location, column: "other" })).toBeNull();
});

test("does not open a secret with another key, or a changed or random text", () => {
  const sealed = vault.seal("secret", location);
  expect(createVault(randomBytes(32)).open(sealed, location)).toBeNull();
  expect(vault.open(`${sealed.slice(0, -2)}AA`, location)).toBeNull();
  expect(vault.open("", location)).toBeNull();
  expect(vault.open("v1.x.y", location)).toBeNull();
});

test("seals the same secret differently each time", () => {
  expect(vault.seal("secret", location)).not.toBe(vault.seal("secret", location));
});
