// Runs in the site's process: answers each message with the longest block of the event loop since the
// message before, in milliseconds. The metric of the site itself is coarser: it adds up to 10 ms.
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Without any block, this is the delay between two samples. */
const RESOLUTION_MS = 1;

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delays.enable();
process.on("message", () => {
  process.send?.(Math.max(0, delays.max / 1e6 - RESOLUTION_MS));
  delays.reset();
});
// A site that is asked to stop does not wait for another message.
process.channel?.unref();
