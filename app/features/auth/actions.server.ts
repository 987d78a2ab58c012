import type { AppContext } from "#app/app-context.ts";
import { confirmFactor, startFactor } from "./account.server.ts";
import { accountErrors } from "./constants.ts";
import { renderQrCode } from "./qr-code.server.ts";
import { codeSchema } from "./schema.ts";

type FactorServices = Parameters<typeof startFactor>[0] & Pick<AppContext, "now">;
type FactorForm = {
  userId: string;
  sessionId: string;
  passwordAt: Date | null;
  requestId: string;
  request: Request;
  address: string;
  form: FormData;
};
export type FactorSetupValues = Awaited<ReturnType<typeof renderQrCode>> & {
  recoveryCodes: string[];
};
export type FactorReply = { message: string } | { setup: FactorSetupValues } | { headers: Headers };

/**
 * Handles the two steps of setting up a second factor: password, then a first code. `headers` carry
 * the new session of the second.
 */
export async function handleFactorForm(
  app: FactorServices,
  { form, ...who }: FactorForm,
): Promise<FactorReply> {
  const text = (name: string) => String(form.get(name) ?? "");
  if (form.get("intent") === "factor-start") {
    const started = await startFactor(app, { ...who, password: text("password") });
    return started.ok
      ? { setup: { ...(await renderQrCode(started.uri)), recoveryCodes: started.recoveryCodes } }
      : { message: accountErrors[started.reason] };
  }
  const code = codeSchema.safeParse(text("code"));
  const confirmed = code.success ? await confirmFactor(app, { ...who, code: code.data }) : null;
  return confirmed?.ok ? { headers: confirmed.headers } : { message: accountErrors.code };
}
