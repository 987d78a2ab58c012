/** Tells spreadsheets that a CSV file is UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A download of a CSV file whose chunks are made as fast as the client receives them; none is made after
 * the client is gone.
 */
export function createCsvResponse(chunks: AsyncGenerator<string>, fileName: string): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void chunks.return(undefined),
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}
