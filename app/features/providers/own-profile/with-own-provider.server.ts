import type { ActionContext } from "#app/db/action-context.server.ts";
import { type Transaction, withTransaction } from "#app/db/transaction.server.ts";
import { lockProvider, type StoredProvider } from "../profile/queries.server.ts";
import type { OwnForm, SaveResult } from "./save-result.ts";

/**
 * Runs `work` in a transaction that has the provider's row locked, unless somebody, staff or a
 * colleague, saved the provider since the form was opened.
 */
export function withOwnProvider(
  context: Pick<ActionContext, "db">,
  { providerId, version }: Pick<OwnForm, "providerId" | "version">,
  work: (tx: Transaction, provider: StoredProvider) => Promise<SaveResult>,
): Promise<SaveResult> {
  return withTransaction(context.db, async (tx): Promise<SaveResult> => {
    const provider = await lockProvider(tx, providerId);
    if (!provider) return { ok: false, reason: "not-found" };
    return provider.version === version ? work(tx, provider) : { ok: false, reason: "conflict" };
  });
}
