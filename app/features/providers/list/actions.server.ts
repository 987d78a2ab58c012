import type { AppContext } from "#app/app-context.ts";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { STATUSES } from "../constants.ts";
import { formatVerifiedUntil } from "../format-provider.ts";
import type { StatusReply } from "../schema.ts";
import { setStatus } from "../verification/verify-provider.server.ts";
import { countProviders } from "./queries.server.ts";

/** Saves the status that was chosen in the list. */
export async function handleStatusForm(
  context: ActionContext & Pick<AppContext, "settings">,
  { form }: { form: FormData },
): Promise<StatusReply> {
  const status = STATUSES.find((known) => known === form.get("status"));
  const id = String(form.get("id") ?? "");
  if (!status) return { ok: false, reason: "fields" };
  const result = await setStatus(context, { id, status });
  if (!result.ok) return result;
  const { timeZone } = await context.settings.get();
  const verifiedUntil = formatVerifiedUntil(result.verifiedUntil, timeZone);
  return { ok: true, id, status, verifiedUntil, counts: await countProviders(context.db) };
}
