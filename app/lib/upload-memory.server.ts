/** Announced bytes of all forms with images or papers that a process receives at one time. */
const MAX_BYTES_IN_MEMORY = 64 * 1024 * 1024;
/** A body without a length is refused above this (server/body-limits.ts). */
const MAX_UNANNOUNCED_BYTES = 256 * 1024;

let bytesInMemory = 0;

/**
 * Runs `work`, which reads the form of a request, while its bytes fit into the memory for uploads.
 * @param maxBytes how much of the form `work` keeps
 * @returns null where they do not fit now
 */
export async function withUploadMemory<T>(
  request: Request,
  maxBytes: number,
  work: () => Promise<T>,
): Promise<T | null> {
  const announced = Number(request.headers.get("content-length") ?? MAX_UNANNOUNCED_BYTES);
  const bytes = Math.min(announced, maxBytes);
  if (bytesInMemory + bytes > MAX_BYTES_IN_MEMORY) return null;
  bytesInMemory += bytes;
  try {
    return await work();
  } finally {
    bytesInMemory -= bytes;
  }
}
