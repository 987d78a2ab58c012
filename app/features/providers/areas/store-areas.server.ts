import { providerSettings, type StoredArea } from "#app/db/tables/providers.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";

/** Stores what an area is made of; null once it is a plain list of ZIP codes. */
export async function storeAreas(
  tx: Transaction,
  input: { providerId: string; areas: readonly StoredArea[] | null; now: Date },
): Promise<void> {
  const { providerId, now } = input;
  const areas = input.areas && [...input.areas];
  await tx
    .insert(providerSettings)
    .values({ providerId, areas, updatedAt: now })
    .onConflictDoUpdate({
      target: providerSettings.providerId,
      set: { areas, updatedAt: now },
    });
}
