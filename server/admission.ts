/**
 * How long a request may be held back when there is more to do than time. `probe`: never.
 * `important`: a quote request or a sign-in of staff, which would be lost. `usual`: everything
 * else.
 */
export type Priority = "probe" | "important" | "usual";

type Rule = {
  /** Requests that begin in one turn of the event loop. */
  perTurn: number;
  mostUnderWay: number;
  mostWaiting: number;
  longestWaitMs: number;
  /** No request is taken while the event loop is later than this. */
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
 * While connections and requests go on coming, the next usual request begins after so long at the
 * latest.
 */
const PATIENCE_MS = 100;
/** What a turn is thought to take before any was measured, and the weight of the newest one. */
const FIRST_TURN_MS = 5;
const NEWEST_TURN = 0.2;

export type Admission = ReturnType<typeof createAdmission>;
type Waiting = { since: number; isGone: () => boolean; answer: (admitted: boolean) => void };

/**
 * Decides when a request begins. Rendering takes milliseconds of the one thread: of a thousand
 * pages that are asked for at once, one begins in a turn of the event loop, so that probes and
 * quote requests are heard between two of them; the others wait in line, or are turned away where
 * the line is too long. Node takes one new connection a turn: while they come, the next page waits,
 * or each quote request would wait for a page for each connection before its own.
 * @param options.delayMs how late the event loop is
 */
export function createAdmission({
  delayMs,
  now = () => performance.now(),
}: {
  delayMs: () => number;
  now?: () => number;
}) {
  const lines = { important: createLine(IMPORTANT), usual: createLine(USUAL) };
  let turnMs = FIRST_TURN_MS;
  let isTurnComing = false;
  /** Whether anything has come since the last turn. */
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
     * Whether the request may begin, once it may; `false` is for 503. Each one that begins ends
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

function createLine(rule: Rule) {
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
        // Nobody reads an answer to a closed connection, and who waited too long is told to come
        // back.
        const isWanted = !first.isGone() && at - first.since <= rule.longestWaitMs;
        first.answer(isWanted && begin());
      }
    },
    leave(): void {
      underWay -= 1;
    },
  };
}
