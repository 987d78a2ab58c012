/**
 * Splits a stream of bytes into pieces of one size; the last may be shorter, or empty where there are
 * no bytes at all. Holds two pieces in memory at most, and one chunk of the source.
 */
export async function* splitPieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    length += chunk.length;
    // Whether a full piece is the last shows with the byte after it.
    if (length <= size) continue;
    const bytes = Buffer.concat(chunks);
    let start = 0;
    for (; bytes.length - start > size; start += size)
      yield { bytes: bytes.subarray(start, start + size), isLast: false };
    chunks = [bytes.subarray(start)];
    length = bytes.length - start;
  }
  yield { bytes: Buffer.concat(chunks), isLast: true };
}
