import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseEnv } from "#app/lib/env.server.ts";
import { type S3Fake, startS3 } from "#tests/fakes/s3.ts";
import { type BackupStore, openBackupStore, readBackupTime } from "./backup-store.server.ts";

const NAME = "2031-05-06-023000-0a1b2c3d";
const BACKUP_KEY = "a key of backups with more than 32 characters";
const marker = { verifiedBy: "restoring", rows: 1, bytes: 1, schema: "x" } as const;

let s3: S3Fake;
let store: BackupStore;
beforeEach(async () => {
  s3 = await startS3({ pageSize: 3 });
  store = openBackupStore(parseEnv({ ...s3.env, BACKUP_KEY })) as BackupStore;
});
afterEach(() => s3.close());

async function* stream(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 50_000)
    yield bytes.subarray(start, start + 50_000);
}
const read = (name = NAME) => buffer(store.decrypt(name, store.read(name)));
const getPart = (number: number) => `backups/${NAME}/00000${number}`;

test("needs object storage and a key of its own", () => {
  expect(openBackupStore(parseEnv({}))).toBeNull();
  expect(openBackupStore(parseEnv(s3.env))).toBeNull();
  expect(() => parseEnv({ BACKUP_KEY })).toThrow("S3_ENDPOINT is missing: BACKUP_KEY is set");
});

test("a large backup is several parts, each sent and read again where that helps", async () => {
  const plain = randomBytes(20 * 1024 * 1024);
  s3.fail("cut-within", { method: "PUT", times: 1 });
  const bytes = await store.write(NAME, stream(plain));
  expect([...s3.objects.keys()]).toEqual([getPart(1), getPart(2), getPart(3)]);
  expect(bytes).toBe([...s3.objects.values()].reduce((sum, part) => sum + part.bytes.length, 0));
  s3.fail("cut-within", { method: "GET", times: 2 });
  expect((await read()).equals(plain)).toBe(true);
});

test("parts that are missing, swapped or of another backup are noticed", async () => {
  const plain = randomBytes(17 * 1024 * 1024);
  await store.write(NAME, stream(plain));
  const parts = [1, 2, 3].map((number) => s3.objects.get(getPart(number)));
  const lay = (...places: (number | null)[]) => {
    for (const [index, place] of places.entries()) {
      const part = place === null ? undefined : parts[place - 1];
      if (part) s3.objects.set(getPart(index + 1), part);
      else s3.objects.delete(getPart(index + 1));
    }
  };
  for (const places of [
    [1, 2, null],
    [1, null, 3],
    [2, 1, 3],
    [1, 3, 2],
    [1, 1, 3],
  ]) {
    lay(...places);
    await expect(read(), `${places}`).rejects.toThrow(
      /^The (?:backup|file) is (?:damaged|cut|not)/,
    );
  }
  lay(null, 2, 3);
  await expect(read()).rejects.toThrow(`There is no backup ${NAME}`);
  lay(1, 2, 3);
  expect((await read()).equals(plain)).toBe(true);
  const other = "2031-05-07-023000-0a1b2c3d";
  for (const number of [1, 2, 3]) {
    const part = s3.objects.get(getPart(number));
    if (part) s3.objects.set(getPart(number).replace(NAME, other), part);
  }
  await expect(read(other)).rejects.toThrow("under another name");
});

test("lists only backups, the newest first, and deletes one of any number of parts", async () => {
  const names = [NAME, "2031-05-07-023000-0a1b2c3d", "2030-12-31-023000-0a1b2c3d"];
  for (const name of names) await store.markVerified(name, marker);
  await store.write("2031-05-08-023000-0a1b2c3d", stream(Buffer.from("x")));
  for (const key of ["backups/notes/a", "private/2031-05-06-023000-0a1b2c3d/1", "backups/b"])
    s3.objects.set(key, { bytes: Buffer.from("x"), headers: {}, modified: new Date() });
  expect((await store.listStored()).map(({ name, isVerified }) => [name, isVerified])).toEqual([
    ["2031-05-08-023000-0a1b2c3d", false],
    ["2031-05-07-023000-0a1b2c3d", true],
    [NAME, true],
    ["2030-12-31-023000-0a1b2c3d", true],
  ]);
  for (let number = 1; number <= 9; number++)
    s3.objects.set(getPart(number), { bytes: Buffer.from("x"), headers: {}, modified: new Date() });
  expect(await store.remove(NAME)).toBe(true);
  expect([...s3.objects.keys()].filter((key) => key.startsWith(`backups/${NAME}`))).toEqual([]);
  expect(s3.calls.filter((call) => call.startsWith("DELETE"))[0]).toContain("verified.json");
});

test.each(["", "..", "2031-05-06", "2031-13-06-023000-0a1b2c3d", `${NAME}/x`, `x${NAME}`])(
  "%j is no name of a backup",
  (name) => {
    expect(readBackupTime(name)).toBeNull();
  },
);
