import { classifySource } from "./classify-source.ts";
import type { SourceEvent } from "./constants.ts";
import { parseTouch } from "./touch.ts";

/**
 * The source that a visit is counted under.
 * @param options.gpc the browser asks not to be tracked: only the campaign's words count
 */
export function getVisitSource(
  { name: _name, click, ...sent }: SourceEvent,
  options: { gpc: boolean },
): string {
  // The value of a click ID is not sent; any one stands for it.
  const touch = parseTouch({ ...sent, ...(click && { [click]: "sent" }) }, options);
  return classifySource(touch ?? {}, options);
}
