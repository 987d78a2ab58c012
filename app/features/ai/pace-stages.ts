/**
 * Each message stands for this long, a little more than the 700 ms that it has to, also where the
 * generator needs only milliseconds for a stage.
 */
export const STAGE_MS = 750;

/**
 * Shows the messages of a run one after the other: none is left out, and none comes before the run
 * is that far.
 * @param show is given each message in turn, the first one at once
 */
export function paceStages(stages: readonly string[], show: (stage: string) => void) {
  let at = 0;
  let reached = 0;
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { promise: allShown, resolve } = Promise.withResolvers<void>();
  const goOn = () => {
    if (timer || at > reached) return;
    if (isOver && at === stages.length) return resolve();
    const stage = stages[at];
    if (stage === undefined) return;
    at++;
    show(stage);
    timer = setTimeout(() => {
      timer = undefined;
      goOn();
    }, STAGE_MS);
  };
  goOn();
  return {
    /** The run says that it is at this stage. */
    reach: (stage: string) => {
      reached = Math.max(reached, stages.indexOf(stage));
      goOn();
    },
    /** The run is over; resolves when every message has been shown. */
    finish: () => {
      reached = stages.length;
      isOver = true;
      goOn();
      return allShown;
    },
    stop: () => {
      clearTimeout(timer);
      at = stages.length + 1;
    },
  };
}
