import { randomUUIDv7 } from "node:crypto";
import type { ActionContext } from "#app/db/action-context.server.ts";
import { providerOptOuts } from "#app/db/tables/consent.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import type { HashedContact } from "#app/lib/hashed-contacts.server.ts";
import { lockOfferAndRequest } from "../lock-offer.server.ts";
import { withdrawOpenOffer } from "../mutations.server.ts";
import { endOffer } from "../record-customer-answer.server.ts";
import { endVisit } from "../visits/change-visit.server.ts";
import { listProviderOffers } from "./customer-offers.sql.ts";

type ProviderOptOut = {
  contacts: HashedContact[];
  providerId: string;
  /** Where the person said it, such as "my-request". */
  source: string;
  now: Date;
};

/**
 * Stops one provider for a person: their open offer is withdrawn, one that waits for the customer
 * ends with a refund, and one with the customer's details hides them, cancels its visit, and the
 * `mail-stops` job tells the provider. No request of the person is offered to them again. The caller
 * audits the person's choice; each offer that ends has its own audit row.
 */
export async function optOutOfProvider(
  tx: Transaction,
  { contacts, providerId, source, now }: ProviderOptOut,
): Promise<void> {
  if (contacts.length === 0) return;
  await tx.insert(providerOptOuts).values(
    contacts.map(({ contactHash, keyVersion }) => ({
      id: randomUUIDv7(),
      providerId,
      contactHash,
      keyVersion,
      source,
      optedOutAt: now,
    })),
  );
  const context: Omit<ActionContext, "db"> = { actor: source, now };
  const hashes = contacts.map((contact) => contact.contactHash);
  for (const { id: offerId } of await listProviderOffers.rows(tx, { providerId, hashes })) {
    const offer = await lockOfferAndRequest(tx, { offerId, now });
    if (offer?.state === "open")
      await withdrawOpenOffer(tx, context, { offerId, reason: "stopped" });
    else if (offer?.awaitsCustomer) await endOffer(tx, context, offer, "stopped");
    else if (offer?.state === "accepted") await endVisit(tx, context, { offer, by: "system" });
  }
}
