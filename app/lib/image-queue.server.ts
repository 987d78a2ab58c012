let last: Promise<unknown> = Promise.resolve();

/**
 * Creates a queue for work on uploaded images. All queues of a process share one place, so that one
 * image at a time is decoded, which bounds memory and leaves the processor to visitors.
 * @param options.maxWaiting queued uploads are held in memory
 * @returns a function that runs `work` in its turn, or returns null where too much waits already
 */
export function createImageQueue({ maxWaiting }: { maxWaiting: number }) {
  let waiting = 0;
  return async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (waiting >= maxWaiting) return null;
    waiting += 1;
    const done = last.then(work);
    last = done.catch(() => {});
    try {
      return await done;
    } finally {
      waiting -= 1;
    }
  };
}
