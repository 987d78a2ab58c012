import { resolve } from "node:path";
import type { Env } from "#app/lib/env.server.ts";
import { getS3Config } from "#app/lib/s3-variables.server.ts";
import { type ImageStore, openImageFiles } from "./image-files.server.ts";
import { openImageObjects } from "./image-objects.server.ts";

/** The files of the media library on this machine, or in a folder that several machines share. */
export const openLocalImages = (env: Pick<Env, "DATA_DIR">): ImageStore =>
  openImageFiles(resolve(env.DATA_DIR, "media"));

/** The images of the media library: in object storage where it is set, otherwise in DATA_DIR. */
export function openImages(env: Env): ImageStore {
  const s3 = getS3Config(env);
  return s3 ? openImageObjects(s3) : openLocalImages(env);
}
