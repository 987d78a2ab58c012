const SAMPLE_EVERY_MS = 20;
/** A machine may stall for a moment: only delays in this many samples in a row are overload. */
const SAMPLES = 5;

/** Measures the event loop delay: `delayMs` is the smallest of the latest samples. */
export function measureEventLoopDelay({
  everyMs = SAMPLE_EVERY_MS,
  now = () => performance.now(),
} = {}): {
  delayMs: () => number;
  stop: () => void;
} {
  const delays: number[] = [];
  let expectedAt = now() + everyMs;
  const timer = setInterval(() => {
    const at = now();
    delays.push(Math.max(0, at - expectedAt));
    if (delays.length > SAMPLES) delays.shift();
    expectedAt = at + everyMs;
  }, everyMs);
  timer.unref();
  return {
    delayMs: () => (delays.length < SAMPLES ? 0 : Math.min(...delays)),
    stop: () => clearInterval(timer),
  };
}
