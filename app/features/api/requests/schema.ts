import { z } from "zod";
import { REQUEST_OUTCOMES } from "#app/db/tables/requests.server.ts";
import { NOTE_LENGTH, STATUSES } from "#app/features/requests/inbox/schema.ts";
import { OUTCOME_KEYS } from "#app/features/requests/outcomes/choices.ts";
import { FIELDS } from "#app/features/requests/quote/fields.ts";
import { toStorableText } from "#app/lib/text.ts";
import { instant, named, nextCursor, pageQuery } from "../schema.ts";

const SERVICE_LENGTH = 200;

const status = z.enum(STATUSES).describe("Where the team is with it.");
const outcome = z.enum(OUTCOME_KEYS).describe("How a closed request ended.");

type Choices = readonly { value: string }[];
/** A question with choices: null where it was not answered, or with another text. */
const choice = ({ choices, label }: { choices: Choices; label: string }) =>
  z
    .enum(choices.map(({ value }) => value) as [string, ...string[]])
    .nullable()
    .describe(label);

/** Only with requests:personal. The keys of answers are those of docs/api.md. */
const personalSchema = named(
  "RequestPersonalData",
  z.object({
    customer_name: z.string().describe("As typed."),
    customer_phone: z.string().describe("As typed."),
    phone_e164: z.string().nullable().describe("The phone number in E.164; null if it is none."),
    customer_email: z.string().nullable(),
    address: z.string().nullable().describe("Street, or road and exit."),
    zip_code: z.string().nullable().describe("As typed; zip is the checked one."),
    description: z.string().nullable().describe("The customer's words."),
    property_contact_name: z
      .string()
      .nullable()
      .describe("Who decides, where the customer does not."),
    property_contact_phone: z.string().nullable(),
    property_contact_email: z.string().nullable(),
  }),
);

export const requestSchema = named(
  "Request",
  z.object({
    id: z.uuid(),
    version: z.int().describe("Counts up with every change of what is here; the ETag contains it."),
    status,
    outcome: outcome.nullable().describe("How it ended, as staff recorded it."),
    job_value: z.number().nullable().describe("What the job was worth, in dollars."),
    ended_by_customer: z
      .enum(REQUEST_OUTCOMES)
      .nullable()
      .describe("Set where the customer ended the request."),
    service_type: z.string().describe("The service, such as Plumbing."),
    project_type: z.string(),
    project_size: z.string(),
    timeframe: choice(FIELDS.timeframe),
    is_emergency: z.boolean().describe("The customer called it an emergency."),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zip: z.string().nullable().describe("The ZIP code, if there is one of that number."),
    property_class: choice(FIELDS.propertyClass),
    is_property_owner: z.boolean().nullable(),
    urgency_level: choice(FIELDS.urgencyLevel),
    scheduling_preference: choice(FIELDS.schedulingPreference),
    communication_preference: choice(FIELDS.communicationPreference),
    will_use_insurance: choice(FIELDS.willUseInsurance),
    quiz_slug: z.string().nullable().describe("The quiz that the request came from."),
    do_not_contact: z
      .boolean()
      .describe(
        "The person asked us, or everybody, to stop contact after sending this request. It changes without a new version: read it right before each attempt to reach somebody.",
      ),
    flags: z
      .array(z.string())
      .describe("Why it may be spam or a duplicate, such as honeypot or duplicate."),
    merged_into: z
      .uuid()
      .nullable()
      .describe("The request of the same person that this one was merged into; work on that one."),
    is_erased: z.boolean().describe("Its personal data was erased."),
    is_demo: z.boolean().describe("Made up for demonstrations."),
    created_at: instant("When the customer sent it."),
    changed_at: instant("When something here changed last."),
    personal: personalSchema.optional().describe("Absent without the scope requests:personal."),
  }),
);
export const requestWithoutPersonal = requestSchema.omit({ personal: true });
export type ApiRequest = z.input<typeof requestSchema>;

const listShape = {
  next_cursor: nextCursor,
  next_changed_since: instant(
    "For following changes: send it as changed_since next time. Take that of the first page. It is a minute back, so that nothing is missed and some changes come twice.",
  ),
};
export const requestListSchema = named(
  "RequestList",
  z.object({ data: z.array(requestSchema), ...listShape }),
);
export const requestListWithoutPersonal = z.object({
  data: z.array(requestWithoutPersonal),
  ...listShape,
});

export const requestListQuery = z.strictObject({
  status: status.optional().describe("Only requests with this status."),
  changed_since: z.iso
    .datetime({ offset: true, error: "Send a time with its zone, such as 2026-01-31T15:00:00Z." })
    .optional()
    .describe(
      "Only what changed from this time on, oldest change first. Without it all requests, the newest first.",
    ),
  service: z
    .string()
    .min(1)
    .max(SERVICE_LENGTH)
    .overwrite(toStorableText)
    .optional()
    .describe("Only this service_type, in upper or lower case."),
  zip: z
    .string()
    .regex(/^\d{5}$/, { error: "A ZIP code has five digits." })
    .optional()
    .describe("Only this ZIP code."),
  ...pageQuery,
});

export const requestChangeSchema = named(
  "RequestChange",
  z
    .strictObject({
      status: status.optional(),
      outcome: outcome
        .optional()
        .describe("How it ended; only with status closed, or for a request that is closed."),
    })
    .refine(({ status: to, outcome: how }) => to !== undefined || how !== undefined, {
      error: "Send status, outcome or both.",
    }),
);

export const newNoteSchema = named(
  "NewNote",
  z.strictObject({
    text: z
      .string()
      .overwrite(toStorableText)
      .trim()
      .min(1, { error: "Write something." })
      .max(NOTE_LENGTH, { error: `Use at most ${NOTE_LENGTH} characters.` })
      .describe("Staff read it in the timeline; the customer does not."),
  }),
);
export const noteRefSchema = named(
  "NoteReference",
  z.object({ id: z.uuid(), request_id: z.uuid(), created_at: instant("When it was stored.") }),
);
export const noteListSchema = named(
  "NoteList",
  z.object({
    data: z.array(
      named(
        "Note",
        z.object({
          id: z.uuid(),
          text: z.string(),
          author: z.string().nullable().describe("A member of the team, or a key."),
          created_at: instant("When it was stored."),
        }),
      ),
    ),
  }),
);
