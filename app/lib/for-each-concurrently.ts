/** Runs `work` for each item, `limit` at a time. After a failure no further item is begun. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  let hasFailed = false;
  const runNext = async () => {
    for (const item of rest) {
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: limit }, runNext));
}
