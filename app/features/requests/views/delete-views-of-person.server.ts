import { inArray } from "drizzle-orm";
import { savedViews } from "#app/db/tables/inbox.server.ts";
import type { Transaction } from "#app/db/transaction.server.ts";
import { parseFilters } from "../inbox/schema.ts";
import { namesPerson, type PersonWords } from "./names-person.ts";

/**
 * Deletes the saved views, of anybody, whose name or search words name a person who is being erased.
 * @returns how many
 */
export async function deleteViewsOfPerson(tx: Transaction, person: PersonWords): Promise<number> {
  const { id, name, query } = savedViews;
  const views = await tx.select({ id, name, query }).from(savedViews);
  const found = views.filter((view) =>
    [view.name, parseFilters(new URLSearchParams(view.query)).q].some((text) =>
      namesPerson(text, person),
    ),
  );
  if (found.length > 0)
    await tx.delete(savedViews).where(
      inArray(
        id,
        found.map((view) => view.id),
      ),
    );
  return found.length;
}
