import { z } from "zod";
import { parseJson } from "#app/lib/parse-json.ts";
import { ARTICLE_EVENTS, FUNNEL_EVENTS, SOURCE_EVENT, type VisitEvent } from "./constants.ts";
import { CLICK_FIELDS } from "./touch.ts";

/** Strict, so that a body with additional fields, such as a visitor's id, is rejected. */
const eventSchema = z.strictObject({ name: z.enum(FUNNEL_EVENTS) });
const slug = z.string().regex(/^[a-z0-9-]{1,120}$/);
const fieldEventSchema = z.union([
  z.strictObject({ name: z.enum(ARTICLE_EVENTS), article: slug }),
  z.strictObject({ name: z.enum(["quiz-view", "quiz-start", "quiz-finish"]), quiz: slug }),
  z.strictObject({
    name: z.enum(["quiz-question", "quiz-danger"]),
    quiz: slug,
    question: z.string().regex(/^[\w-]{1,40}$/),
  }),
  z.strictObject({
    name: z.literal(SOURCE_EVENT),
    utm_source: z.string().optional(),
    utm_medium: z.string().optional(),
    referrer: z.string().optional(),
    click: z.enum(CLICK_FIELDS).optional(),
  }),
]);

/** Parses an event, as JSON ({"name":"page-view"}) or as the bare name; null for anything else. */
export function parseEvent(body: string): VisitEvent | null {
  const text = body.trim();
  const value = text.startsWith("{") ? parseJson(text) : { name: text };
  const event = eventSchema.safeParse(value);
  if (event.success) return event.data.name;
  return fieldEventSchema.safeParse(value).data ?? null;
}
