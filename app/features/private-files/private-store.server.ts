import type { Env } from "#app/lib/env.server.ts";
import { getSignedOrigin } from "#app/lib/s3-client.server.ts";
import { openS3Folders, type S3Folders } from "#app/lib/s3-folders.server.ts";
import { getS3Config } from "#app/lib/s3-variables.server.ts";

/** Object storage of private files, one folder for each row of `private_files`. */
export type PrivateStore = S3Folders & {
  /** Where signed addresses lead to. */
  origin: string;
};

/** Null where no object storage is set: private files are in the database then. */
export function openPrivateStore(env: Env): PrivateStore | null {
  const config = getS3Config(env);
  return config && { ...openS3Folders(config, "private/"), origin: getSignedOrigin(config) };
}
