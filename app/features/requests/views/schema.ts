import { z } from "zod";
import { toStorableText } from "#app/lib/text.ts";
import { buildListQuery, parseFilters } from "../inbox/schema.ts";

const NAME_LENGTH = 40;
export const MAX_SAVED_VIEWS = 20;
const QUERY_LENGTH = 500;

/** The filters of a list without its cursor, as a query string without "?". */
const querySchema = z
  .string()
  .max(QUERY_LENGTH)
  .transform((query) => buildListQuery(parseFilters(new URLSearchParams(query))).slice(1))
  .refine((query) => query !== "", { error: "Choose a filter or search for something first." });

/** Forms of saved views, by intent. */
export const viewFormSchema = z.discriminatedUnion("intent", [
  z.strictObject({
    intent: z.literal("save-view"),
    name: z
      .string()
      .overwrite(toStorableText)
      .trim()
      .min(1, { error: "Give the view a name." })
      .max(NAME_LENGTH, { error: `At most ${NAME_LENGTH} characters.` }),
    query: querySchema,
    shared: z.literal("yes").optional(),
  }),
  z.strictObject({ intent: z.literal("delete-view"), id: z.uuid() }),
]);
type ViewIntent = z.infer<typeof viewFormSchema>["intent"];

const INTENTS: readonly string[] = ["save-view", "delete-view"] satisfies ViewIntent[];
export const isViewForm = (form: FormData): boolean => INTENTS.includes(String(form.get("intent")));

export type ViewRefusal = "not-found" | "too-many" | "fields";
export const VIEW_REFUSALS: Record<Exclude<ViewRefusal, "fields">, string> = {
  "not-found": "This view is gone already.",
  "too-many": `You have ${MAX_SAVED_VIEWS} views. Delete one first.`,
};

export type ViewFormResult =
  | { ok: true; intent: ViewIntent; message: string }
  | { ok: false; intent: string; reason: ViewRefusal; message: string };
