/** Between two pages, so that visitors' requests come first. */
const PAUSE_MS = 5;
/** Does not keep a process running that has nothing else to do. */
const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());

/** `pages`: how many are in memory now. `workSeconds`: without the pauses between pages. */
type WarmUp = { pages: number; seconds: number; workSeconds: number };
type WarmerOptions = {
  /** Paths of all pages that belong in memory. */
  list: () => Promise<string[]>;
  isWarm: (path: string) => boolean;
  render: (path: string) => Promise<unknown>;
  onWarm: (metrics: WarmUp) => void;
};

/**
 * Renders after a delay each public page that is not in memory, so that no visitor waits for one; a
 * newer call replaces one that still waits or runs.
 */
export function createPageWarmer({ list, isWarm, render, onWarm }: WarmerOptions) {
  let latestRun = 0;
  return async (delayMs: number): Promise<void> => {
    latestRun += 1;
    const run = latestRun;
    if (delayMs > 0) await wait(delayMs);
    if (run !== latestRun) return;
    const started = performance.now();
    let workMs = 0;
    const paths = await list();
    for (const path of paths) {
      if (isWarm(path)) continue;
      const startedPage = performance.now();
      await render(path).catch(() => undefined);
      workMs += performance.now() - startedPage;
      await wait(PAUSE_MS);
      if (run !== latestRun) return;
    }
    onWarm({
      pages: paths.filter(isWarm).length,
      seconds: (performance.now() - started) / 1_000,
      workSeconds: workMs / 1_000,
    });
  };
}
