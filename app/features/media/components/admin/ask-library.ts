import type { z } from "zod";
import { LIBRARY_UNREACHABLE, SIGNED_OUT } from "../../constants.ts";

/** What came instead of an answer, in one sentence. */
export class LibraryFailure extends Error {}

/**
 * What the library says to a call.
 * @throws LibraryFailure where nothing came that can be read, or the session is over
 */
export async function askLibrary<T extends z.ZodType>(
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
