import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deriveKey, hashWithKey, isSameSecret, readAppSecret } from "./secret.server.ts";

const MODE_BITS = 0o777;
let root: string;
let dataDir: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "henry-secret-"));
  dataDir = join(root, "new", "data");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test("creates a secret at the first start that only its owner can read, and no other file", () => {
  const secret = readAppSecret({ dataDir });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(readdirSync(dataDir)).toEqual(["app-secret"]);
  expect(statSync(join(dataDir, "app-secret")).mode & MODE_BITS).toBe(0o600);
});

test("reads the same secret at later starts, and creates another one on another machine", () => {
  const secret = readAppSecret({ dataDir });
  expect(readAppSecret({ dataDir })).toBe(secret);
  expect(readAppSecret({ dataDir: join(root, "elsewhere") })).not.toBe(secret);
});

test("restricts a secret file that others could read", () => {
  readAppSecret({ dataDir });
  chmodSync(join(dataDir, "app-secret"), 0o644);
  readAppSecret({ dataDir });
  expect(statSync(join(dataDir, "app-secret")).mode & MODE_BITS).toBe(0o600);
});

test("prefers a configured secret and stores nothing", () => {
  const configured = "configured-secret-of-32-characters";
  expect(readAppSecret({ configured, dataDir })).toBe(configured);
  expect(existsSync(dataDir)).toBe(false);
  const stored = readAppSecret({ dataDir });
  expect(readAppSecret({ configured, dataDir })).toBe(configured);
  expect(readAppSecret({ dataDir })).toBe(stored);
});

test("agrees on one secret between processes that start at the same time", async () => {
  const file = JSON.stringify(join(import.meta.dirname, "secret.server.ts"));
  const script = `import { readAppSecret } from ${file}; console.log("ready"); process.stdin.once("data", () => { console.log(readAppSecret({ dataDir: process.argv[1] })); process.exit(); });`;
  const starts = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script, dataDir], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      const lines = createInterface({ input: child.stdout });
      await once(lines, "line");
      return { child, secret: once(lines, "line").then(([line]) => line as string) };
    }),
  );
  for (const { child } of starts) child.stdin.write("go\n");
  const secrets = await Promise.all(starts.map(({ secret }) => secret));
  expect(new Set(secrets)).toEqual(new Set([readAppSecret({ dataDir })]));
  expect(readdirSync(dataDir)).toEqual(["app-secret"]);
});

test("derives the same key or contact hash for the same input, and different ones for another purpose, secret or contact", () => {
  const key = deriveKey("secret", "contact-hash");
  expect(key).toHaveLength(32);
  expect(deriveKey("secret", "contact-hash")).toEqual(key);
  expect(deriveKey("secret", "sessions")).not.toEqual(key);
  expect(deriveKey("Secret", "contact-hash")).not.toEqual(key);

  const hash = hashWithKey(key, "+14045550188");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(hashWithKey(key, "+14045550188")).toBe(hash);
  expect(hashWithKey(key, "+14045550189")).not.toBe(hash);
  expect(hashWithKey(deriveKey("secret", "sessions"), "+14045550188")).not.toBe(hash);
});

test("compares every letter of a secret", () => {
  expect(isSameSecret("a secret of some length", "a secret of some length")).toBe(true);
  for (const given of [
    "",
    "a secret of some lengt",
    "a secret of some length ",
    "A secret of some length",
    "é",
  ])
    expect(isSameSecret(given, "a secret of some length")).toBe(false);
});
