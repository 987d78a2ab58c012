import { S3Error } from "./s3-error.ts";

/** Between two parts of a download. */
const IDLE_MS = 15_000;
/** A page of a list has at most 1,000 keys of at most 1,024 bytes. */
const MAX_XML_BYTES = 4 * 1024 * 1024;
/** Our own checksum of each object: S3 keeps it with the object, and gives it back. */
export const CHECKSUM_HEADER = "x-amz-meta-sha256";

export type S3Object = {
  bytes: number;
  /** SHA-256 (hex) of what was written; null for an object that somebody else wrote. */
  sha256: string | null;
  /** The content; call it at most once, else `close`. It fails where the connection breaks. */
  open: () => ReadableStream<Uint8Array>;
  close: () => Promise<void>;
};

/** What was wrong with a connection, in a few words. */
export function describeFailure(error: unknown): string {
  const { name, cause } = error as Error;
  return name === "AbortError"
    ? "no response in time"
    : ((cause as { code?: string })?.code ?? "lost connection");
}

/** The XML of a response. */
export async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_XML_BYTES) throw new S3Error("ResponseTooLarge", response.status);
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

/** Reads a response to its end, so that its connection can be used again. */
export async function discard(response: Response): Promise<void> {
  await readText(response);
}

/** The object that a response contains. @param abort ends its connection */
export function toObject({ headers, body }: Response, abort: () => void): S3Object {
  const bytes = Number(headers.get("content-length") ?? Number.NaN);
  if (!body || !Number.isSafeInteger(bytes)) {
    abort();
    throw new S3Error("NoLength", 200);
  }
  return {
    bytes,
    sha256: headers.get(CHECKSUM_HEADER),
    open: () => limitPauses(body, abort),
    close: () => body.cancel(),
  };
}

/** Ends a download in which nothing arrives; while the reader reads nothing, nothing has to. */
function limitPauses(
  body: ReadableStream<Uint8Array>,
  abort: () => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const timer = setTimeout(abort, IDLE_MS);
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        throw new S3Error(describeFailure(error), null);
      } finally {
        clearTimeout(timer);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
