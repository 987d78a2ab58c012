/**
 * Loads Sharp on first use, to save memory in processes that draw no image. Uses one thread, to leave
 * the others to visitors.
 */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
