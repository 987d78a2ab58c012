import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerChanges } from "#app/db/tables/provider-documents.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

type ReplacedAddress = {
  providerId: string;
  /** The person who changed it; null for staff. */
  requestedBy: string | null;
  before: string | null;
  after: string;
};

/** Has a former address for offers told that offers go elsewhere; the row is deleted after the mail. */
export async function tellReplacedAddress(
  tx: Transaction,
  { now }: Pick<ActionContext, "now">,
  { providerId, requestedBy, before, after }: ReplacedAddress,
): Promise<void> {
  if (!before || before === after) return;
  await tx.insert(providerChanges).values({
    id: randomUUIDv7(),
    providerId,
    changes: { contact_email: { before, after } },
    requestedBy,
    createdAt: now,
    state: "accepted",
    decidedAt: now,
  });
}
