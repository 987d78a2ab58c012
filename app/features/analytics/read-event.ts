import { z } from "zod";
import { FUNNEL_EVENTS, type FunnelEvent } from "./constants.ts";

/** Strict: a body that says more than a name is refused, so that no id can come along. */
const eventSchema = z.strictObject({ name: z.enum(FUNNEL_EVENTS) });

/** The event that a body names, as JSON ({"name":"page-view"}) or as the bare name; null for anything else. */
export function readEvent(body: string): FunnelEvent | null {
  const text = body.trim();
  const event = eventSchema.safeParse(text.startsWith("{") ? parseJson(text) : { name: text });
  return event.success ? event.data.name : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
