import { z } from "zod";
import { LOCAL_TIME } from "#app/lib/business-days.ts";

/** The forms of assignments, snoozes and shifts. */

export const ALARM_KINDS = ["emergency", "returned", "waiting"] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Requests that staff should look at now, the oldest first, and whom it is for. */
export type InboxAlert = { kind: AlarmKind; requestIds: string[]; userIds: string[] };

/** The open alarms: how many requests wait, and the first of them. */
export type AlarmSummary = {
  emergencies: number;
  returned: number;
  waiting: number;
  requests: { id: string; service: string }[];
  /** Milliseconds by the clock of the database, which all instances share. */
  readAt: number;
};

export const localTimeSchema = z
  .string()
  .regex(LOCAL_TIME)
  .transform((text) => ({ local: text }));

/** Who had the request on the sender's page: empty for nobody, missing where it is not known. */
export const shownAssigneeSchema = z
  .union([z.literal("").transform(() => null), z.uuid()])
  .optional();

/**
 * The forms, by intent. `until` of a snooze is an instant, a local time of the business, or
 * "customer".
 */
export const assignmentFormSchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.literal("take"), id: z.uuid(), from: shownAssigneeSchema }),
  z.strictObject({
    intent: z.literal("snooze"),
    id: z.uuid(),
    until: z.union([
      z.literal("customer"),
      z.iso.datetime().transform((text) => new Date(text)),
      localTimeSchema,
    ]),
  }),
  z.strictObject({ intent: z.literal("end-snooze"), id: z.uuid() }),
  z.strictObject({ intent: z.literal("take-over") }),
]);
export type AssignmentForm = z.infer<typeof assignmentFormSchema>;
const INTENTS: readonly unknown[] = assignmentFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);
/** Whether a form is about an assignment, a snooze or an alarm. */
export const isAssignmentForm = (form: FormData) => INTENTS.includes(form.get("intent"));

export type AssignmentRefusal =
  | "fields"
  | "not-found"
  | "not-staff"
  | "taken"
  | "closed"
  | "past"
  | "too-far"
  | "none";
export type AssignmentFormResult =
  | { ok: true; intent: AssignmentForm["intent"]; message?: string }
  | { ok: false; intent: string; reason: AssignmentRefusal; message: string };

const REFUSALS: Record<Exclude<AssignmentRefusal, "taken">, string> = {
  fields: "That did not work. Please try again.",
  "not-found": "This request no longer exists.",
  "not-staff": "Your role does not work on requests.",
  closed: "The request is closed. Open it again first.",
  past: "Choose a time in the future.",
  "too-far": "Choose a time within the next 60 days.",
  none: "Somebody has taken over already.",
};

/** What a refusal is in one sentence. */
export const describeRefusal = (
  refusal: { reason: Exclude<AssignmentRefusal, "taken"> } | { reason: "taken"; by: string },
): string =>
  refusal.reason === "taken" ? `${refusal.by} took it just now.` : REFUSALS[refusal.reason];
