import { z } from "zod";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { getJoinPath, invitePerson, withdrawInvitation } from "./invitations.server.ts";
import { changePerson, PERSON_CHANGES, PERSON_REFUSALS } from "./people.server.ts";
import { roleSchema } from "./schema.ts";

const staffFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("invite"), role: roleSchema }),
  z.object({ intent: z.literal("withdraw-invitation"), invitation: z.uuid() }),
  z.object({
    intent: z.literal("change-person"),
    person: z.uuid(),
    change: z.enum(PERSON_CHANGES),
  }),
]);
const STAFF_INTENTS: readonly unknown[] = staffFormSchema.options.map(
  ({ shape }) => shape.intent.value,
);

/** Whether a form on a provider's page in the staff portal is about its people. */
export const isPeopleForm = (form: FormData) => STAFF_INTENTS.includes(form.get("intent"));

export type StaffPeopleReply = { done?: string; failed?: string; joinPath?: string };

/** Handles a form of staff about a provider's people. The caller has checked that staff may. */
export async function handlePeopleForm(
  context: ActionContext,
  { form, providerId }: { form: FormData; providerId: string },
): Promise<StaffPeopleReply> {
  const parsed = staffFormSchema.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { failed: "This form was incomplete. Please try again." };
  if (!z.uuid().safeParse(providerId).success) return { failed: "This provider no longer exists." };
  const { data } = parsed;
  if (data.intent === "invite") {
    const invited = await invitePerson(context, { providerId, role: data.role, invitedBy: null });
    if (invited.ok) return { joinPath: getJoinPath(invited.token) };
    return {
      failed:
        invited.reason === "too-many"
          ? "This company has as many people and invitations as are allowed."
          : "This provider no longer exists.",
    };
  }
  if (data.intent === "withdraw-invitation") {
    const { invitation: invitationId } = data;
    return (await withdrawInvitation(context, { providerId, invitationId, byUserId: null }))
      ? { done: "The invitation no longer works." }
      : { failed: "The invitation was used or withdrawn already." };
  }
  const { person: userId, change } = data;
  const changed = await changePerson(context, { providerId, userId, change, byUserId: null });
  if (changed.ok) return { done: "Saved." };
  return { failed: PERSON_REFUSALS[changed.reason] };
}
