import type { AppContext, Staff } from "#app/app-context.ts";
import { confirmPassword } from "#app/features/auth/confirm-password.server.ts";
import { requestPassword } from "#app/features/auth/request-password.ts";
import { isUuid } from "#app/lib/is-uuid.ts";
import { MAX_KEYS } from "./constants.ts";
import { createKey, revokeKey } from "./mutations.server.ts";
import { type KeyReply, newKeySchema } from "./schema.ts";

type KeyForm = {
  form: FormData;
  staff: Pick<Staff, "userId" | "sessionId" | "passwordAt">;
  address: string;
  httpRequestId: string;
};

/**
 * Runs the intent of a form about keys. A new key needs a password that was typed recently;
 * revoking one does not, as nobody should have to look for it while a key is abused.
 */
export async function handleKeyForm(
  app: Pick<AppContext, "db" | "now" | "security">,
  { form, staff, address, httpRequestId }: KeyForm,
): Promise<KeyReply> {
  const values = Object.fromEntries(form);
  const context = { ...app, actor: staff.userId, now: app.now(), httpRequestId };
  if (values.intent === "revoke") {
    const id = String(values.id ?? "");
    const result = isUuid(id) ? await revokeKey(context, { id }) : { ok: false as const };
    return result.ok
      ? { done: `${result.name} is revoked. Its calls are refused from now on.` }
      : { failed: "This key no longer exists. Reload the page." };
  }
  if (values.intent !== "create") return { message: "This form is out of date. Reload the page." };
  // Checked first, so that the password is not asked for a form that is refused anyway.
  const parsed = newKeySchema.safeParse(values);
  if (parsed.success) {
    const password = String(values.password ?? "");
    const checked = await confirmPassword(context, { ...staff, address, password });
    if (checked !== "ok") return requestPassword(form, checked);
  }
  const result = await createKey(context, { values });
  if (result.ok) return { key: result.key, name: result.name };
  return result.reason === "fields"
    ? { errors: result.errors }
    : { message: `You can have at most ${MAX_KEYS} active keys. Revoke one first.` };
}
