import type { PersonFailure } from "./constants.ts";
import {
  erasePerson,
  findPerson,
  optOutPerson,
  type PersonContext,
  type PersonResult,
} from "./mutations.server.ts";
import { parsePersonToken } from "./person-token.server.ts";
import { personFormSchema } from "./schema.ts";

/** Handles a form of the people page: finds a person, opts them out, or erases their data. */
export async function handlePersonForm(
  context: PersonContext,
  { form }: { form: FormData },
): Promise<PersonResult> {
  const values = Object.fromEntries([...form].filter(([, value]) => typeof value === "string"));
  const parsed = personFormSchema.safeParse(values);
  if (!parsed.success) return { ok: false, reason: getFailureReason(values.intent) };
  if (parsed.data.intent === "find") return findPerson(context, parsed.data);
  const { contactKeys, actor, now } = context;
  const person = parsePersonToken(contactKeys, { token: parsed.data.person, staffId: actor, now });
  if (!person) return { ok: false, reason: "expired" };
  return parsed.data.intent === "stop"
    ? optOutPerson(context, { person, scope: parsed.data.scope })
    : erasePerson(context, { person });
}

const getFailureReason = (intent: unknown): PersonFailure =>
  intent === "find" ? "unclear" : intent === "erase" ? "confirm" : "unknown";
