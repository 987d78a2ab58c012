const EVERY_MS = 20;
/** A machine may stall for a moment: only delays over this many samples are overload. */
const LOOKS = 5;

/** Measures the smallest event loop delay of the latest samples. */
export function watchEventLoop({ everyMs = EVERY_MS, now = () => performance.now() } = {}): {
  delayMs: () => number;
  stop: () => void;
} {
  const delays: number[] = [];
  let expectedAt = now() + everyMs;
  const timer = setInterval(() => {
    const at = now();
    delays.push(Math.max(0, at - expectedAt));
    if (delays.length > LOOKS) delays.shift();
    expectedAt = at + everyMs;
  }, everyMs);
  timer.unref();
  return {
    delayMs: () => (delays.length < LOOKS ? 0 : Math.min(...delays)),
    stop: () => clearInterval(timer),
  };
}
