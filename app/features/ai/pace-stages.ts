/**
 * Each message is shown this long, slightly more than the required 700 ms, even when a stage takes
 * only milliseconds.
 */
export const STAGE_MS = 750;

/**
 * Shows the messages of a run one after another. None is skipped, and none is shown before the run
 * has reached it.
 * @param show receives each message in order, the first one immediately
 */
export function paceStages(stages: readonly string[], show: (stage: string) => void) {
  let at = 0;
  let reached = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { promise: allShown, resolve } = Promise.withResolvers<void>();
  const advance = () => {
    if (timer || at > reached) return;
    if (isOver && at === stages.length) return resolve();
    const stage = stages[at];
    if (stage === undefined) return;
    at++;
    show(stage);
    timer = setTimeout(() => {
      timer = undefined;
      advance();
    }, STAGE_MS);
  };
  advance();
  return {
    /** The run is at this stage. */
    reach: (stage: string) => {
      reached = Math.max(reached, stages.indexOf(stage));
      advance();
    },
    /** The run is over; resolves when every message has been shown. */
    finish: () => {
      reached = stages.length;
      isOver = true;
      advance();
      return allShown;
    },
    stop: () => {
      clearTimeout(timer);
      at = stages.length + 1;
    },
  };
}
