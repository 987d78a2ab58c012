/**
 * How long a request may wait under load. `probe`: never. `important`: a quote request or a staff
 * sign-in, which would be lost. `usual`: everything else.
 */
export type Priority = "probe" | "important" | "usual";

type Rule = {
  /** Requests that begin in one turn of the event loop. */
  perTurn: number;
  mostUnderWay: number;
  mostWaiting: number;
  longestWaitMs: number;
  /** No request is accepted while the event loop delay exceeds this. */
  longestDelayMs: number;
};
const IMPORTANT: Rule = {
  perTurn: 4,
  mostUnderWay: 400,
  mostWaiting: 400,
  longestWaitMs: 5_000,
  longestDelayMs: 3_000,
};
const USUAL: Rule = {
  perTurn: 1,
  mostUnderWay: 400,
  mostWaiting: 200,
  longestWaitMs: 1_000,
  longestDelayMs: 500,
};
/**
 * While connections and requests keep arriving, the next usual request begins after this time at
 * the latest.
 */
const PATIENCE_MS = 100;
/**
 * The assumed duration of a turn before any was measured, and the weight of the newest measurement.
 */
const FIRST_TURN_MS = 5;
const NEWEST_TURN = 0.2;

export type Admission = ReturnType<typeof createAdmission>;
type Waiting = { since: number; isGone: () => boolean; answer: (admitted: boolean) => void };

/**
 * Decides when a request begins. Rendering blocks the one thread for milliseconds: of a thousand
 * pages requested at once, one begins in a turn of the event loop, so that probes and quote
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
  const lines = { important: createQueue(IMPORTANT), usual: createQueue(USUAL) };
  let turnMs = FIRST_TURN_MS;
  let isTurnComing = false;
  /** Whether anything has arrived since the last turn. */
  let hasNews = false;
  let lastBeganAt = Number.NEGATIVE_INFINITY;
  let wasWaiting = false;

  const beginTurn = () => {
    isTurnComing = false;
    const at = now();
    lines.important.beginTurn(at);
    if (!hasNews || at - lastBeganAt >= PATIENCE_MS) {
      if (wasWaiting) turnMs += NEWEST_TURN * (at - lastBeganAt - turnMs);
      lines.usual.beginTurn(at);
      lastBeganAt = at;
      wasWaiting = lines.usual.isWaiting();
    }
    hasNews = false;
    if (!lines.important.isIdle() || !lines.usual.isIdle()) waitForTurn();
  };
  const waitForTurn = () => {
    if (isTurnComing) return;
    isTurnComing = true;
    setImmediate(beginTurn);
  };

  return {
    /**
     * Resolves with whether the request may begin; `false` means 503. Each request that begins ends
     * with `leave`.
     */
    enter(priority: Priority, isGone: () => boolean): boolean | Promise<boolean> {
      hasNews = true;
      if (priority === "probe") return true;
      const at = now();
      const answer = lines[priority].enter({ at, turnMs, delayMs: delayMs(), isGone });
      if (answer === true && priority === "usual") lastBeganAt = at;
      if (answer !== false) waitForTurn();
      return answer;
    },
    /** A new connection: its request is not known yet. */
    noticeConnection(): void {
      hasNews = true;
    },
    leave(priority: Priority): void {
      if (priority !== "probe") lines[priority].leave();
    },
  };
}

function createQueue(rule: Rule) {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let begunThisTurn = 0;
  const begin = () => {
    underWay += 1;
    begunThisTurn += 1;
    return true;
  };

  return {
    isWaiting: () => waiting.length > 0,
    isIdle: () => waiting.length === 0 && begunThisTurn === 0,
    enter({
      at,
      turnMs,
      delayMs,
      isGone,
    }: {
      at: number;
      turnMs: number;
      delayMs: number;
      isGone: () => boolean;
    }): boolean | Promise<boolean> {
      const expectedWaitMs = (waiting.length / rule.perTurn) * turnMs;
      if (underWay + waiting.length >= rule.mostUnderWay || waiting.length >= rule.mostWaiting)
        return false;
      if (expectedWaitMs > rule.longestWaitMs || delayMs > rule.longestDelayMs) return false;
      if (waiting.length === 0 && begunThisTurn < rule.perTurn) return begin();
      return new Promise((answer) => waiting.push({ since: at, isGone, answer }));
    },
    beginTurn(at: number): void {
      begunThisTurn = 0;
      while (begunThisTurn < rule.perTurn) {
        const first = waiting.shift();
        if (!first) return;
        // Nobody reads a response on a closed connection, and requests that waited too long are
        // refused.
        const isWanted = !first.isGone() && at - first.since <= rule.longestWaitMs;
        first.answer(isWanted && begin());
      }
    },
    leave(): void {
      underWay -= 1;
    },
  };
}
