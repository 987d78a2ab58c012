import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { decryptBytes, encryptBytes } from "./encryption.server.ts";

const SECRET = "a secret of at least thirty-two characters";
const key = { secret: SECRET, name: "2031-05-06-023000-0a1b2c3d" };
const HEADER = 56;
/** A chunk with its tag. */
const CHUNK = 64 * 1024 + 16;

/** A stream of the bytes, in uneven parts. */
async function* stream(bytes: Buffer, size = 10_007) {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}
const encrypt = (bytes: Buffer, backupKey = key) => buffer(encryptBytes(stream(bytes), backupKey));
const decrypt = (bytes: Buffer, backupKey = key) => buffer(decryptBytes(stream(bytes), backupKey));

test.each([0, 1, 65_535, 65_536, 65_537, 3 * 65_536, 500_000])(
  "%i bytes come back as they were, and are not readable meanwhile",
  async (size) => {
    const plain = randomBytes(size);
    const encrypted = await encrypt(plain);
    expect(encrypted.length).toBe(HEADER + size + 16 * Math.max(1, Math.ceil(size / 65_536)));
    expect(size > 16 && encrypted.includes(plain.subarray(0, 16))).toBe(false);
    expect((await decrypt(encrypted)).equals(plain)).toBe(true);
  },
);

test("the same backup encrypted twice has nothing in common", async () => {
  const plain = Buffer.alloc(100, "x");
  const [one, two] = [await encrypt(plain), await encrypt(plain)];
  expect(one.subarray(HEADER).equals(two.subarray(HEADER))).toBe(false);
});

test("another key and another name are distinguished from damage", async () => {
  const encrypted = await encrypt(Buffer.from("hello"));
  for (const other of [
    { ...key, secret: `${SECRET}!` },
    { ...key, name: "2031-05-05-023000-0a1b2c3d" },
  ])
    await expect(decrypt(encrypted, other)).rejects.toThrow("encrypted with another BACKUP_KEY");
});

test("every changed byte is noticed", async () => {
  const encrypted = await encrypt(randomBytes(200));
  for (let index = 0; index < encrypted.length; index++) {
    const changed = Buffer.from(encrypted);
    changed[index] = (changed[index] ?? 0) ^ 1;
    await expect(decrypt(changed), `byte ${index}`).rejects.toThrow(/^The (?:backup|file) /);
  }
});

test("chunks that are cut, left out, moved, repeated, added or from another backup are noticed", async () => {
  const plain = randomBytes(4 * 65_536 + 100);
  const encrypted = await encrypt(plain);
  const other = await encrypt(plain);
  const chunk = (index: number, from = encrypted) =>
    from.subarray(HEADER + index * CHUNK, HEADER + (index + 1) * CHUNK);
  const build = (...indexes: number[]) =>
    Buffer.concat([encrypted.subarray(0, HEADER), ...indexes.map((index) => chunk(index))]);
  expect((await decrypt(build(0, 1, 2, 3, 4))).equals(plain)).toBe(true);
  await expect(decrypt(build(0, 1, 2, 3))).rejects.toThrow("cut short: its end is missing");
  await expect(decrypt(build())).rejects.toThrow("damaged");
  await expect(decrypt(encrypted.subarray(0, 40))).rejects.toThrow("it has no beginning");
  for (const damaged of [
    build(0, 2, 3, 4),
    build(1, 0, 2, 3, 4),
    build(0, 1, 1, 2, 3, 4),
    build(0, 1, 2, 3, 4, 4),
    Buffer.concat([build(0, 1, 2), chunk(3, other), chunk(4)]),
    Buffer.concat([encrypted, Buffer.from("x")]),
    encrypted.subarray(0, HEADER + 1_000),
  ])
    await expect(decrypt(damaged)).rejects.toThrow("changed, moved or cut");
});
