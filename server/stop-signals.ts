import { setTimeout as wait } from "node:timers/promises";

export const STOP_DEADLINE_MS = 9_000;
/**
 * A server is drained when no response was open in this many checks in a row: on a busy machine
 * requests may still wait unread.
 */
const QUIET_CHECKS = 3;
const CHECK_EVERY_MS = 50;
const DRAIN_DEADLINE_MS = 5_000;

/**
 * Handles SIGTERM and SIGINT from the start. Ctrl-C and systemd signal every process, and npm passes
 * the signal on once more: a second one must not interrupt the stop that the first one started.
 */
export function listenForStopSignals() {
  let received: NodeJS.Signals | undefined;
  let handle: ((signal: NodeJS.Signals) => void) | undefined;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      received ??= signal;
      if (handle) handle(received);
      else setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref();
    });
  }
  return {
    received: () => received,
    onSignal(listener: (signal: NodeJS.Signals) => void) {
      handle = listener;
    },
  };
}

/** Waits until no response has been open for a moment, within limits. */
export async function waitUntilQuiet(countOpen: () => number): Promise<void> {
  const deadline = performance.now() + DRAIN_DEADLINE_MS;
  for (
    let quiet = 0;
    quiet < QUIET_CHECKS && performance.now() < deadline;
    quiet = countOpen() === 0 ? quiet + 1 : 0
  )
    await wait(CHECK_EVERY_MS);
}
