// Stores or deletes an image in a separate process, which can be killed at an exact point.
// node tests/setup/upload-image.ts '{"url": …, "directory": …, "file": …, "killAt": …}'
// `s3`: the variables of object storage, where images are then instead of in the directory.

import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createDatabase } from "#app/db/client.server.ts";
import { handleImageForm, receiveImage } from "#app/features/media/actions.server.ts";
import { type ImageStore, openImageFiles } from "#app/features/media/image-files.server.ts";
import { openImageObjects } from "#app/features/media/image-objects.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import { createLogger } from "#app/lib/logger.server.ts";
import { getS3Config } from "#app/lib/s3-variables.server.ts";

/** Where the process kills itself, as `kill -9` would. */
export type KillAt =
  | "before the first file"
  | "within the second file"
  | "after the last file"
  | "before files are deleted"
  | "after one file was deleted";
export type UploadTask = { killAt?: KillAt } & ({ file: string } | { deleteId: string });

const options = JSON.parse(process.argv[2] ?? "") as UploadTask & {
  url: string;
  directory: string;
  s3?: Record<string, string>;
};
const s3 = options.s3 && getS3Config(parseEnv(options.s3));
const files = s3 ? openImageObjects(s3) : openImageFiles(options.directory);
const die = () => process.kill(process.pid, "SIGKILL");
let puts = 0;

const images: ImageStore = {
  ...files,
  async put(name, bytes) {
    puts += 1;
    if (options.killAt === "before the first file") die();
    if (options.killAt === "within the second file" && puts === 2) {
      const unfinished = join(options.directory, "unfinished");
      mkdirSync(unfinished, { recursive: true });
      writeFileSync(join(unfinished, randomUUID()), bytes.subarray(0, bytes.length >> 1));
      die();
    }
    await files.put(name, bytes);
    // The test sends images of 640 pixels: two widths in two formats.
    if (options.killAt === "after the last file" && puts === 4) die();
  },
  async deleteFolder(folder) {
    if (options.killAt === "before files are deleted") die();
    const path = join(options.directory, folder);
    const [first] = options.killAt === "after one file was deleted" ? readdirSync(path) : [];
    if (first) {
      rmSync(join(path, first));
      die();
    }
    await files.deleteFolder(folder);
  },
};

const db = createDatabase({ url: options.url, max: 2, onError: () => {} });
const context = {
  db,
  images,
  log: createLogger("silent"),
  actor: randomUUID(),
  now: new Date(),
  httpRequestId: "test",
};
const form = new FormData();
if ("file" in options) {
  form.set("file", new File([readFileSync(options.file)], "photo.jpg"));
  const request = new Request("http://localhost/", { method: "POST", body: form });
  console.log(JSON.stringify((await receiveImage(context, { request })).reply));
} else {
  form.set("intent", "delete");
  const reply = await handleImageForm(context, { id: options.deleteId, form });
  console.log(JSON.stringify(reply));
}
await db.$client.end();
