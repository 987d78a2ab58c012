import { z } from "zod";
import type { MergeLoss } from "./check-merge.ts";

/** How many requests one request can show as its own, those merged into merged ones included. */
export const MAX_MERGED = 20;

/** The forms about the requests of one person. */
const personFormSchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("merge"), sourceId: z.uuid(), targetId: z.uuid() }),
  z.strictObject({ intent: z.literal("undo-merge"), sourceId: z.uuid() }),
]);
const PERSON_INTENTS: readonly unknown[] = personFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);
/** Whether a form on a request's page merges requests or undoes that. */
export const isPersonForm = (form: FormData) => PERSON_INTENTS.includes(form.get("intent"));
export const parsePersonForm = (form: FormData) =>
  personFormSchema.safeParse(Object.fromEntries(form));

/** Why two requests were not merged, or a merge not undone. */
export type MergeRefusal =
  | "fields"
  | "not-found"
  | "same"
  | "erased"
  | "merged"
  | "target-merged"
  | "other-person"
  | "offer"
  | "visit"
  | "too-many"
  | "not-merged"
  | "emergency-apart"
  | MergeLoss;

/** `targetId`: the request that the source was merged into. */
export type PersonFormResult =
  | { ok: true; intent: "merge" | "undo-merge"; sourceId: string; targetId: string }
  /** `sourceId`: the request that should be merged, or apart again; null where it is not known. */
  | { ok: false; reason: MergeRefusal; sourceId: string | null };

const REFUSALS: Record<Exclude<MergeRefusal, "offer" | "visit">, string> = {
  fields: "That did not work. Please try again.",
  "not-found": "One of the requests no longer exists.",
  same: "A request cannot be merged into itself.",
  erased: "One of the requests was erased, so they stay apart.",
  merged: "This request was merged before. Undo that first.",
  "target-merged": "The other request was merged itself. Open the one that it was merged into.",
  "other-person": "These requests have neither the phone nor the email in common.",
  "too-many": `A request can hold at most ${MAX_MERGED} others.`,
  "not-merged": "This merge was undone before.",
  "target-closed":
    "The other request is closed. Open that one again first, or merge the other way.",
  emergency: "Merge the other way: this one is an emergency.",
  tried: "Merge the other way: somebody has tried to reach the customer about this one.",
  "emergency-apart":
    "This one is an emergency, and a provider has the other request: keep both, and call now.",
};
const WORK = { offer: "an offer", visit: "a booked visit" } as const;

/**
 * Says why two requests were not merged, and what to do.
 * @param isSourceOpen whether the request that should be merged is the open one
 */
export const formatMergeRefusal = (reason: MergeRefusal, isSourceOpen: boolean): string =>
  reason === "offer" || reason === "visit"
    ? isSourceOpen
      ? `This request has ${WORK[reason]}: merge the other one into it.`
      : `That request has ${WORK[reason]}: open it, and merge this one into it.`
    : REFUSALS[reason];
