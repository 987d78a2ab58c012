import type { z } from "zod";
import { LIBRARY_UNREACHABLE, SIGNED_OUT } from "../../constants.ts";

/** The library gave no usable response; the message is shown to staff. */
export class LibraryFailure extends Error {}

/**
 * Sends a request to the media library. @returns the parsed response
 * @throws LibraryFailure where the response cannot be read, or the session has ended
 */
export async function fetchLibrary<T extends z.ZodType>(
  path: string,
  schema: T,
  init?: RequestInit,
): Promise<z.infer<T>> {
  const response = await fetch(path, { headers: { Accept: "application/json" }, ...init }).catch(
    (cause: unknown) => {
      if (init?.signal?.aborted) throw cause;
      throw new LibraryFailure(LIBRARY_UNREACHABLE, { cause });
    },
  );
  if (response.redirected) throw new LibraryFailure(SIGNED_OUT);
  const { data } = schema.safeParse(await response.json().catch(() => null));
  if (data === undefined) throw new LibraryFailure(LIBRARY_UNREACHABLE);
  return data;
}
