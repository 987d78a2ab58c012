import { z } from "zod";
import type { AttemptCheck } from "./check-attempt.ts";
import { type AttemptChannel, type AttemptResult, REASON_LENGTH } from "./constants.ts";

/** An attempt to reach a customer, as staff report it. A text or an email is only ever sent. */
const outcome = z.discriminatedUnion("channel", [
  z.object({
    channel: z.literal("call"),
    result: z.enum(["reached", "no-answer", "voicemail", "wrong-number"]),
  }),
  z.object({ channel: z.literal(["text", "email"]), result: z.literal("sent") }),
]);
export type AttemptOutcome = z.infer<typeof outcome>;

const reason = z
  .string()
  .max(2 * REASON_LENGTH)
  .trim()
  .max(REASON_LENGTH, { error: `Use at most ${REASON_LENGTH} characters.` });

/** When the number was dialed, in ms since 1970; empty: just now. */
const dialedAt = z.coerce.number().int().min(0).max(8.64e15).optional();

const logSchema = z
  .strictObject({
    intent: z.literal("attempt"),
    id: z.uuid(),
    channel: z.string().max(20),
    result: z.string().max(20),
    /** Chosen by the sender, so that a form that is sent twice logs one attempt. */
    attemptId: z.uuid().optional(),
    /** Why in spite of the rules; empty: none was asked for. */
    reason: reason.optional(),
    dialedAt,
  })
  .transform(({ channel, result, ...rest }, context) => {
    const parsed = outcome.safeParse({ channel, result });
    if (parsed.success) return { ...rest, ...parsed.data };
    context.addIssue("This is not a result of an attempt.");
    return z.NEVER;
  });

const undoSchema = z.strictObject({
  intent: z.literal("undo-attempt"),
  id: z.uuid(),
  attemptId: z.uuid(),
});

/** What the panel about attempts posts; `id` is the request's. */
export const attemptFormSchema = z.union([logSchema, undoSchema]);

/** The intent of the form that says that a customer asked to stop all contact; also its event's kind. */
export const SPOKEN_STOP_INTENT = "asked-to-stop";
export const spokenStopSchema = z.strictObject({
  intent: z.literal(SPOKEN_STOP_INTENT),
  id: z.uuid(),
  attemptId: z.uuid().optional(),
  reason: reason.optional(),
  dialedAt,
});
/** Whether a form on a request's page says that the customer asked to stop. */
export const isSpokenStop = (form: FormData): boolean => form.get("intent") === SPOKEN_STOP_INTENT;

export const SPOKEN_STOP_REFUSALS = {
  fields: "That did not work. Please try again.",
  "not-found": "This request no longer exists.",
  "opted-out": "This person has already stopped all contact.",
  "no-contact": "This request has neither a phone number nor an email address that can be stopped.",
  unreachable: "That was not saved: the connection is down. Please try again.",
} as const;
export type SpokenStopResult =
  | { ok: true; intent: typeof SPOKEN_STOP_INTENT }
  | { ok: false; intent: string; reason: keyof typeof SPOKEN_STOP_REFUSALS };

const ATTEMPT_INTENTS: readonly unknown[] = ["attempt", "undo-attempt"];
/** Whether a form on a request's page is about attempts to reach the customer. */
export const isAttemptForm = (form: FormData): boolean =>
  ATTEMPT_INTENTS.includes(form.get("intent"));

export type NeededReason = Extract<AttemptCheck, { ok: false }>;

export type AttemptFormResult =
  | {
      ok: true;
      intent: "attempt";
      attemptId: string;
      channel: AttemptChannel;
      result: AttemptResult;
    }
  | { ok: true; intent: "undo-attempt" }
  | { ok: false; intent: string; reason: AttemptRefusal; message: string; needed?: NeededReason };

export type AttemptRefusal =
  | "fields"
  | "not-found"
  | "opted-out"
  | "reason-needed"
  | "too-late"
  | "unreachable";

export const ATTEMPT_REFUSALS: Record<AttemptRefusal, string> = {
  fields: "That did not work. Please try again.",
  "not-found": "This request no longer exists.",
  "opted-out":
    "This person asked not to be contacted. Do not call, text or email them; nothing was logged.",
  "reason-needed": "Say why you called or texted anyway.",
  "too-late": "This can no longer be undone.",
  unreachable: "That was not saved: the connection is down. Please try again.",
};
