import { z } from "zod";
import type { ContactFields } from "./build-contact.ts";
import { type CallResult, callAndParse, type HighLevelSession } from "./session.server.ts";

export const contactSchema = z.object({
  id: z.string().min(1).max(200),
  phone: z.string().nullish(),
  email: z.string().nullish(),
  dnd: z.boolean().nullish(),
});
export type StoredContact = z.infer<typeof contactSchema>;

const searchSchema = z.object({ contact: contactSchema.nullish() });
type SearchResult =
  | { ok: true; contact: StoredContact | null }
  | Extract<CallResult, { ok: false }>;

/** Finds the contact with this phone, else the one with this email address. */
export async function searchContact(
  session: HighLevelSession,
  { phone, email }: Pick<ContactFields, "phone" | "email">,
): Promise<SearchResult> {
  for (const [name, value] of [
    ["number", phone],
    ["email", email],
  ] as const) {
    if (!value) continue;
    const result = await callAndParse(session, searchSchema, {
      method: "GET",
      path: `/contacts/search/duplicate?${new URLSearchParams({ locationId: session.locationId, [name]: value })}`,
    });
    // Some locations respond with an error status if there is no such contact.
    if (!result.ok && result.halt.kind !== "refused") return result;
    if (result.ok && result.value.contact) return { ok: true, contact: result.value.contact };
  }
  return { ok: true, contact: null };
}
