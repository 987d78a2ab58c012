/** Between two pages, so that visitors' requests come first. */
const PAUSE_MS = 5;
/** Keeps no process running that has nothing else to do. */
const wait = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms).unref());

/**
 * `pages` are now in memory. Time from the start to the end, and the part of it that was work on
 * pages, not a pause.
 */
type WarmUp = { pages: number; seconds: number; workSeconds: number };
type WarmerOptions = {
  /** Paths of all pages that belong into memory. */
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
  let run = 0;
  return async (delayMs: number): Promise<void> => {
    run += 1;
    const mine = run;
    if (delayMs > 0) await wait(delayMs);
    if (mine !== run) return;
    const started = performance.now();
    let workMs = 0;
    const paths = await list();
    for (const path of paths) {
      if (isWarm(path)) continue;
      const asked = performance.now();
      await render(path).catch(() => undefined);
      workMs += performance.now() - asked;
      await wait(PAUSE_MS);
      if (mine !== run) return;
    }
    onWarm({
      pages: paths.filter(isWarm).length,
      seconds: (performance.now() - started) / 1_000,
      workSeconds: workMs / 1_000,
    });
  };
}
