import { notifySecurity } from "#app/features/notifications/notify-security.server.ts";
import { storableText } from "#app/lib/text.ts";
import type { Services } from "#app/services.ts";
import { type MemberReply, memberDone, memberErrors } from "./member-constants.ts";
import { memberChangeSchema } from "./member-schema.ts";
import { changeMember, inviteMember, withdrawInvitation } from "./members.server.ts";

/** Who else is told by mail of a change to their account. */
const MAILS = { "set-role": "role-changed", "reset-factor": "factor-removed" } as const;

/** Does what the page of staff members asks for, and says how it went in its words. `origin` stands before one-time links. */
export async function answerMemberForm(
  services: Pick<Services, "db" | "env" | "log" | "now" | "settings">,
  { form, actor, requestId, origin }: { form: FormData; actor: string; requestId: string; origin: string },
): Promise<MemberReply> {
  const pool = services.db.$client;
  const call = { actor, requestId, now: services.now() };
  const values = Object.fromEntries(form);
  if (values.intent === "invite") {
    const result = await inviteMember(pool, { ...call, values });
    if (result.ok) return { link: origin + result.link, email: result.email };
    return result.reason === "fields" ? { errors: result.errors } : { message: memberErrors[result.reason] };
  }
  if (values.intent === "withdraw") {
    const result = await withdrawInvitation(pool, { ...call, email: storableText(String(values.email ?? "")) });
    return result.ok ? { done: "The invitation is withdrawn." } : { message: memberErrors[result.reason] };
  }
  const result = await changeMember(pool, { ...call, values });
  if (!result.ok) return { message: memberErrors[result.reason] };
  const { intent, userId } = memberChangeSchema.parse(values);
  const event = MAILS[intent as keyof typeof MAILS];
  if (event) void notifySecurity(services, { userId, event });
  return { done: memberDone[intent], link: result.link && origin + result.link };
}
