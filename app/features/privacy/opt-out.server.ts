import type { ActionContext } from "#app/db/action-context.server.ts";
import { OPT_OUT_SCOPES, type OptOutScope } from "#app/db/tables/consent.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { recordAudit } from "#app/features/audit/write-audit.server.ts";
import { suppressHashes } from "#app/features/crm/opt-outs/suppress-contact.server.ts";
import type { HashedContact } from "#app/lib/hashed-contacts.server.ts";

type OptOut = {
  /** The same person's, at least one. */
  contacts: readonly [HashedContact, ...HashedContact[]];
  /** Where the person said it; also the actor of the audit row, unless it was to staff. */
  source: "stop-link" | "stop-form" | "my-request" | "mail" | "text" | "staff";
  scope: OptOutScope;
  /** The member of staff to whom the person said it. */
  staffId?: string;
};

/** The scope of a form; everybody unless the person chose less. */
export const parseScope = (value: unknown): OptOutScope =>
  OPT_OUT_SCOPES.find((scope) => scope === value) ?? "all";

/** Opts out a person on their own word. @returns the id of the first opt-out */
export async function recordOptOut(
  tx: Transaction,
  context: Omit<ActionContext, "actor" | "db">,
  { contacts, source, scope, staffId }: OptOut,
): Promise<string> {
  const [first] = contacts;
  const [id] = await suppressHashes(tx, {
    contacts: [...contacts],
    source,
    scope,
    now: context.now,
  });
  if (!id) throw new Error("an opt-out without a contact");
  await recordAudit(
    tx,
    { ...context, actor: staffId ?? source },
    {
      action: "stop-contact",
      entity: "person",
      entityId: first.contactHash,
      changes: { source, scope, contacts: contacts.map((contact) => contact.contactHash) },
    },
  );
  return id;
}
