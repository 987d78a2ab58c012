import { request } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type S3Fake, startS3 } from "#tests/fakes/s3.ts";
import { createS3Client, getSignedOrigin } from "./s3-client.server.ts";
import { openS3Folders } from "./s3-folders.server.ts";
import { getS3Config, S3_VARIABLES, type S3Config } from "./s3-variables.server.ts";

let s3: S3Fake;
beforeEach(async () => {
  s3 = await startS3({ pageSize: 3 });
});
afterEach(() => s3.close());

function readConfig(changes: Record<string, string> = {}): S3Config {
  const config = getS3Config(z.object(S3_VARIABLES).parse({ ...s3.env, ...changes }));
  if (!config) throw new Error("no configuration");
  return config;
}
const createClient = (changes: Record<string, string> = {}) => createS3Client(readConfig(changes));
const JPEG = { contentType: "image/jpeg", cacheControl: "private, no-store" };
const SIGNED = {
  seconds: 60,
  contentType: "image/jpeg",
  disposition: 'inline; filename="a photo+1.jpg"',
};
const read = async (body: ReadableStream<Uint8Array> | undefined) =>
  Buffer.from(await new Response(body).arrayBuffer()).toString();

describe("an object", () => {
  test("is written, read with its checksum, listed and deleted", async () => {
    const client = createClient({ S3_PREFIX: "henry/live" });
    await client.put("media/a/1.webp", Buffer.from("hello"), JPEG);
    expect([...s3.objects.keys()]).toEqual(["henry/live/media/a/1.webp"]);
    const object = await client.get("media/a/1.webp");
    expect(object).toMatchObject({
      bytes: 5,
      sha256: "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
    });
    expect(await read(object?.open())).toBe("hello");
    expect(await client.delete("media/a/1.webp")).toBe(true);
    expect(await client.get("media/a/1.webp")).toBeNull();
    expect(s3.objects.size).toBe(0);
  });

  test("that was damaged on its way is refused, and sent again", async () => {
    s3.fail("damage", { method: "PUT", times: 1 });
    await createClient().put("a", Buffer.from("hello"), JPEG);
    expect(s3.objects.get("a")?.bytes.toString()).toBe("hello");
    s3.fail("damage", { method: "PUT" });
    await expect(createClient().put("b", Buffer.from("hello"), JPEG)).rejects.toThrow(
      "XAmzContentSHA256Mismatch",
    );
    expect([...s3.objects.keys()]).toEqual(["a"]);
  });

  test("in a bucket that keeps versions is reported as still there", async () => {
    await s3.close();
    s3 = await startS3({ isVersioned: true });
    const folders = openS3Folders(readConfig(), "private/");
    await folders.put("a/1.jpg", Buffer.from("x"), JPEG);
    expect(await folders.deleteFolder("a")).toBe(false);
  });
});

describe("a folder", () => {
  test("is found and deleted over several pages, and its neighbor stays", async () => {
    const folders = openS3Folders(readConfig(), "media/");
    const names = ["a", "aa", "b", "c", "d", "e", "f"];
    for (const name of names) await folders.put(`${name}/1.webp`, Buffer.from(name), JPEG);
    for (let file = 2; file <= 8; file++)
      await folders.put(`a/${file}.webp`, Buffer.from("more"), JPEG);
    expect(await folders.listFolders()).toEqual(names);
    expect(await folders.deleteFolder("a")).toBe(true);
    expect(await folders.listFolders()).toEqual(names.slice(1));
    expect(await folders.deleteFolder("a")).toBe(true);
  });
});

describe("a fault", () => {
  test.each(["SlowDown", "InternalError", "cut", "cut-after", "cut-within"] as const)(
    "%s, twice, is overcome when an object is written",
    async (fault) => {
      const client = createClient();
      s3.fail(fault, { method: "PUT", times: 2 });
      await client.put("a", Buffer.alloc(300_000, "x"), JPEG);
      expect(s3.objects.get("a")?.bytes).toHaveLength(300_000);
    },
  );

  test("that lasts is reported after three attempts, in one sentence without secrets", async () => {
    s3.fail("SlowDown");
    await expect(createClient().get("a")).rejects.toThrow(
      "The object storage refused a request (SlowDown, 503).",
    );
    expect(s3.calls).toHaveLength(3);
    s3.heal();
    s3.fail("cut");
    await expect(createClient().get("a")).rejects.toThrow(
      /^The object storage does not respond \(\w+\)\.$/,
    );
  });

  test("in the middle of a download fails it, instead of ending it early", async () => {
    const client = createClient();
    await client.put("a", Buffer.alloc(500_000, "x"), JPEG);
    s3.fail("cut-within", { method: "GET", times: 1 });
    const object = await client.get("a");
    await expect(read(object?.open())).rejects.toThrow("The object storage does not respond");
    expect(await read((await client.get("a"))?.open())).toHaveLength(500_000);
  });

  test.each([
    [{ S3_ACCESS_KEY_ID: "AKIAUNKNOWN" }, "(InvalidAccessKeyId, 403): check S3_ACCESS_KEY_ID."],
    [
      { S3_SECRET_ACCESS_KEY: "another-secret" },
      "(SignatureDoesNotMatch, 403): check S3_SECRET_ACCESS_KEY and S3_URL_STYLE.",
    ],
    [{ S3_REGION: "eu-west-1" }, "(AuthorizationHeaderMalformed, 400): check S3_REGION."],
    [{ S3_BUCKET: "another-bucket" }, "(NoSuchBucket, 404): check S3_BUCKET and S3_ENDPOINT."],
  ] as [Record<string, string>, string][])(
    "of the configuration (%o) is not tried again, and says what to check",
    async (changes, expected) => {
      await expect(createClient(changes).get("a")).rejects.toThrow(expected);
      expect(s3.calls).toHaveLength(1);
    },
  );

  test("of a service that says nothing ends in time", async () => {
    const client = createS3Client(readConfig(), { attemptMs: 100 });
    s3.fail("silence", { times: 2 });
    expect(await client.get("a")).toBeNull();
    s3.fail("silence");
    await expect(client.get("a")).rejects.toThrow(
      "The object storage does not respond (no response in time).",
    );
  });

  test("of the clock says so", async () => {
    s3.skipTime(20 * 60_000);
    await expect(createClient().get("a")).rejects.toThrow("this machine's clock is wrong");
  });
});

describe("a signed address", () => {
  test("shows the object with its headers until it expires", async () => {
    const client = createClient();
    await client.put("private/a.jpg", Buffer.from("photo"), JPEG);
    const url = await client.signUrl("private/a.jpg", SIGNED);
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([200, "photo"]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": SIGNED.disposition,
      "cache-control": "private, no-store",
    });
    s3.skipTime(61_000);
    const expired = await fetch(url);
    expect([expired.status, await expired.text()]).toEqual([
      403,
      expect.stringContaining("Request has expired"),
    ]);
  });

  test("works for nothing else: no other object, header or method", async () => {
    const client = createClient();
    await client.put("private/a.jpg", Buffer.from("photo"), JPEG);
    await client.put("private/b.jpg", Buffer.from("other"), JPEG);
    const url = await client.signUrl("private/a.jpg", SIGNED);
    for (const [changed, method] of [
      [url.replace("a.jpg", "b.jpg"), "GET"],
      [url.replace("image%2Fjpeg", "text%2Fhtml"), "GET"],
      [url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"), "GET"],
      [url.replace(/&X-Amz-Signature=\w+/, ""), "GET"],
      [url, "DELETE"],
    ] as const)
      expect((await fetch(changed, { method })).status, changed).toBe(403);
    expect(s3.objects.size).toBe(2);
  });

  test("is for the public endpoint, also with the bucket as its host", async () => {
    const { port } = new URL(s3.url);
    const config = readConfig({
      S3_URL_STYLE: "host",
      S3_ENDPOINT: `http://inside.example:${port}`,
      S3_PUBLIC_ENDPOINT: `http://files.example:${port}`,
    });
    const host = `${s3.bucket}.files.example:${port}`;
    expect(getSignedOrigin(config)).toBe(`http://${host}`);
    await createClient().put("private/a.jpg", Buffer.from("photo"), JPEG);
    const url = new URL(await createS3Client(config).signUrl("private/a.jpg", SIGNED));
    expect(url.origin).toBe(`http://${host}`);
    const status = await new Promise((resolve) =>
      request(`${s3.url}${url.pathname}${url.search}`, { headers: { Host: host } }, (response) =>
        resolve(response.resume().statusCode),
      ).end(),
    );
    expect(status).toBe(200);
  });
});
