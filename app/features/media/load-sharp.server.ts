/**
 * Sharp is loaded with the first image: a process that draws none does not pay its memory. One
 * thread, so that visitors keep the others.
 */
export async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}
