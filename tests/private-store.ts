import {
  openPrivateStore,
  type PrivateStore,
} from "#app/features/private-files/private-store.server.ts";
import { parseEnv } from "#app/lib/env.server.ts";
import type { S3Fake } from "./fakes/s3.ts";

/** Where private files may be, by the words of test titles. */
export const PRIVATE_PLACES = ["the database", "object storage"] as const;

export function openFakeStore(s3: S3Fake): PrivateStore {
  const store = openPrivateStore(parseEnv(s3.env));
  if (!store) throw new Error("no object storage is set");
  return store;
}

/** The content of a file in object storage, or null. */
export async function readStored(store: PrivateStore, name: string): Promise<Buffer | null> {
  const object = await store.get(name);
  return object && Buffer.from(await new Response(object.open()).arrayBuffer());
}
