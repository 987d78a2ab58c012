import type { z } from "zod";
import { LIBRARY_UNREACHABLE, SIGNED_OUT } from "../../constants.ts";

/** Why there is no usable response, in one sentence. */
export class LibraryFailure extends Error {}

/**
 * The response of the library to a call.
 * @throws LibraryFailure where the response cannot be read, or the session has ended
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
