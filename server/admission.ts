/**
 * How long a request may wait under load. `probe`: never. `high`: a quote request or a staff
 * sign-in, which would be lost. `normal`: everything else.
 */
export type Priority = "probe" | "high" | "normal";

type QueueLimits = {
  /** Requests that start in one turn of the event loop. */
  perTurn: number;
  maxInProgress: number;
  maxWaiting: number;
  maxWaitMs: number;
  /** No request is accepted while the event loop delay exceeds this. */
  maxLoopDelayMs: number;
};
const HIGH_LIMITS: QueueLimits = {
  perTurn: 4,
  maxInProgress: 400,
  maxWaiting: 400,
  maxWaitMs: 5_000,
  maxLoopDelayMs: 3_000,
};
const NORMAL_LIMITS: QueueLimits = {
  perTurn: 1,
  maxInProgress: 400,
  maxWaiting: 200,
  maxWaitMs: 1_000,
  maxLoopDelayMs: 500,
};
/**
 * While connections and requests keep arriving, the next normal request starts after this time at
 * the latest.
 */
const MAX_DEFERRAL_MS = 100;
/** The assumed duration of a turn before any was measured. */
const INITIAL_TURN_MS = 5;
/** Weight of the newest measurement in the moving average of a turn's duration. */
const NEWEST_TURN_WEIGHT = 0.2;

export type Admission = ReturnType<typeof createAdmission>;
type WaitingRequest = {
  since: number;
  hasLeft: () => boolean;
  resolve: (admitted: boolean) => void;
};

/**
 * Decides when a request starts. Rendering blocks the one thread for milliseconds: of a thousand
 * pages requested at once, one starts in a turn of the event loop, so that probes and quote
 * requests are served between two of them; the others wait in a queue, or are refused if it is too
 * long. Node accepts one new connection a turn: while connections arrive, the next page waits,
 * otherwise each quote request would wait for one page per connection before its own.
 * @param options.delayMs current event loop delay
 */
export function createAdmission({
  delayMs,
  now = () => performance.now(),
}: {
  delayMs: () => number;
  now?: () => number;
}) {
  const queues = { high: createQueue(HIGH_LIMITS), normal: createQueue(NORMAL_LIMITS) };
  let turnMs = INITIAL_TURN_MS;
  let isTurnScheduled = false;
  /** Whether a connection or a request has arrived since the last turn. */
  let hasArrivals = false;
  let lastStartedAt = Number.NEGATIVE_INFINITY;
  let wasWaiting = false;

  const startTurn = () => {
    isTurnScheduled = false;
    const at = now();
    queues.high.startTurn(at);
    if (!hasArrivals || at - lastStartedAt >= MAX_DEFERRAL_MS) {
      if (wasWaiting) turnMs += NEWEST_TURN_WEIGHT * (at - lastStartedAt - turnMs);
      queues.normal.startTurn(at);
      lastStartedAt = at;
      wasWaiting = queues.normal.isWaiting();
    }
    hasArrivals = false;
    if (!queues.high.isIdle() || !queues.normal.isIdle()) scheduleTurn();
  };
  const scheduleTurn = () => {
    if (isTurnScheduled) return;
    isTurnScheduled = true;
    setImmediate(startTurn);
  };

  return {
    /**
     * Resolves with whether the request may start; `false` means 503. Each request that starts ends
     * with `leave`.
     * @param hasLeft whether the client has closed its connection meanwhile
     */
    enter(priority: Priority, hasLeft: () => boolean): boolean | Promise<boolean> {
      hasArrivals = true;
      if (priority === "probe") return true;
      const at = now();
      const admitted = queues[priority].enter({ at, turnMs, delayMs: delayMs(), hasLeft });
      if (admitted === true && priority === "normal") lastStartedAt = at;
      if (admitted !== false) scheduleTurn();
      return admitted;
    },
    /** Notes a new connection, whose request is not known yet. */
    noteConnection(): void {
      hasArrivals = true;
    },
    leave(priority: Priority): void {
      if (priority !== "probe") queues[priority].leave();
    },
  };
}

function createQueue(limits: QueueLimits) {
  const waiting: WaitingRequest[] = [];
  let inProgress = 0;
  let startedThisTurn = 0;
  const start = () => {
    inProgress += 1;
    startedThisTurn += 1;
    return true;
  };

  return {
    isWaiting: () => waiting.length > 0,
    isIdle: () => waiting.length === 0 && startedThisTurn === 0,
    enter({
      at,
      turnMs,
      delayMs,
      hasLeft,
    }: {
      at: number;
      turnMs: number;
      delayMs: number;
      hasLeft: () => boolean;
    }): boolean | Promise<boolean> {
      const expectedWaitMs = (waiting.length / limits.perTurn) * turnMs;
      if (inProgress + waiting.length >= limits.maxInProgress) return false;
      if (waiting.length >= limits.maxWaiting || expectedWaitMs > limits.maxWaitMs) return false;
      if (delayMs > limits.maxLoopDelayMs) return false;
      if (waiting.length === 0 && startedThisTurn < limits.perTurn) return start();
      return new Promise((resolve) => waiting.push({ since: at, hasLeft, resolve }));
    },
    startTurn(at: number): void {
      startedThisTurn = 0;
      while (startedThisTurn < limits.perTurn) {
        const first = waiting.shift();
        if (!first) return;
        // Nobody reads a response on a closed connection, and requests that waited too long are
        // refused.
        const isWanted = !first.hasLeft() && at - first.since <= limits.maxWaitMs;
        first.resolve(isWanted && start());
      }
    },
    leave(): void {
      inProgress -= 1;
    },
  };
}
