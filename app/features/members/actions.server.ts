import type { AppContext, Staff } from "#app/app-context.ts";
import { confirmPassword } from "#app/features/auth/confirm-password.server.ts";
import { setFactorRule } from "#app/features/auth/factor-rule.server.ts";
import { FACTOR_RULES } from "#app/features/auth/factor-rule.ts";
import { notifySecurity } from "#app/features/auth/notify-security.server.ts";
import { requestPassword } from "#app/features/auth/request-password.ts";
import { toStorableText } from "#app/lib/text.ts";
import { MEMBER_DONE, MEMBER_ERRORS, type MemberReply } from "./constants.ts";
import { changeMember, inviteMember, withdrawInvitation } from "./mutations.server.ts";
import { memberChangeSchema } from "./schema.ts";

/** Changes that the affected person is notified of by mail. */
const MAILED_CHANGES = { "set-role": "role-changed", "reset-factor": "factor-removed" } as const;
/** Intents that need no password: they grant nothing and end no session. */
const WITHOUT_PASSWORD: unknown[] = ["withdraw", "unlock"];

type MemberContext = Pick<AppContext, "db" | "env" | "log" | "now" | "security" | "settings">;
type MemberForm = {
  form: FormData;
  staff: Pick<Staff, "userId" | "sessionId" | "passwordAt">;
  address: string;
  httpRequestId: string;
  origin: string;
};

/** Runs the intent of a form of the Members page. `origin` is prefixed to one-time links. */
export async function handleMemberForm(
  app: MemberContext,
  { form, staff, address, httpRequestId, origin }: MemberForm,
): Promise<MemberReply> {
  const values = Object.fromEntries(form);
  const context = { ...app, actor: staff.userId, now: app.now(), httpRequestId };
  if (!WITHOUT_PASSWORD.includes(values.intent)) {
    const checked = await confirmPassword(context, {
      ...staff,
      address,
      password: String(values.password ?? ""),
    });
    if (checked !== "ok") return requestPassword(form, checked);
  }
  if (values.intent === "factor-rule") {
    const rule = FACTOR_RULES.find((known) => known === values.rule);
    if (!rule) return { message: MEMBER_ERRORS.invalid };
    await setFactorRule(context, { rule });
    app.security.record("factor-change", {
      staffId: staff.userId,
      address,
      requestId: httpRequestId,
      detail: `required for ${rule}`,
    });
    return { done: "Rule saved. It applies the next time each person signs in." };
  }
  if (values.intent === "invite") {
    const result = await inviteMember(context, { values });
    if (result.ok) return { link: origin + result.link, email: result.email };
    return result.reason === "fields"
      ? { errors: result.errors }
      : { message: MEMBER_ERRORS[result.reason] };
  }
  if (values.intent === "withdraw") {
    const result = await withdrawInvitation(context, {
      email: toStorableText(String(values.email ?? "")),
    });
    return result.ok
      ? { done: "The invitation is withdrawn." }
      : { message: MEMBER_ERRORS[result.reason] };
  }
  const result = await changeMember(context, { values });
  if (!result.ok) return { message: MEMBER_ERRORS[result.reason] };
  const { intent, userId } = memberChangeSchema.parse(values);
  const event = MAILED_CHANGES[intent as keyof typeof MAILED_CHANGES];
  if (intent === "reset-factor")
    app.security.record("factor-change", {
      staffId: userId,
      address,
      requestId: httpRequestId,
      detail: `removed by ${staff.userId}`,
    });
  if (event) void notifySecurity(app, { userId, event });
  return { done: MEMBER_DONE[intent], link: result.link && origin + result.link };
}
