import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { REASON_LENGTH } from "./constants.ts";

const MAX_TYPED = 20;

/** A move of a visit as either side posts it; the slot is checked against the clock later. */
export const moveVisitSchema = z.object({
  day: z.string().max(MAX_TYPED).default(""),
  start: z.string().max(MAX_TYPED).default(""),
  reason: z.string().default("").transform(toStorableText),
  /** Of the visit as the page showed it. */
  sequence: z.coerce.number().int().min(0),
});
export const cancelVisitSchema = moveVisitSchema.pick({ reason: true, sequence: true });
export const setVisitSchema = moveVisitSchema.pick({ day: true, start: true });
export const pickVisitSchema = z.object({ window: z.uuid() });

/** What is wrong with a form about a visit, by field. */
export type VisitErrors = { slot?: string; reason?: string };
export type VisitRefusal = "gone" | "changed" | "busy" | "too-many" | "window-gone";

export const checkReason = (reason: string): string | undefined =>
  reason.trim() === "" || reason.length > REASON_LENGTH
    ? `Say why, in up to ${REASON_LENGTH} characters.`
    : undefined;

/** Sentences for either side. */
export const VISIT_REFUSALS: Record<Exclude<VisitRefusal, "busy">, string> = {
  gone: "There is no visit to change any more. The page shows how it stands now.",
  changed: "The visit was changed while this page was open. The page shows the new time.",
  "too-many": "The visit was changed very often today. Please agree on a time by phone.",
  "window-gone": "That time is no longer there. Choose another.",
};
