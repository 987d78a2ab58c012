import type { Person } from "./schema.ts";

type ContactColumns = { phoneE164: string | null; emailNormalized: string | null };

/**
 * The phone numbers and email addresses of a person: first the one that was searched for, then
 * those in their requests.
 */
export function listContacts(person: Person, requests: ContactColumns[]): Person[] {
  const all = [
    person,
    ...requests.flatMap(({ phoneE164, emailNormalized }): Person[] => [
      ...(phoneE164 ? [{ kind: "phone" as const, value: phoneE164 }] : []),
      ...(emailNormalized ? [{ kind: "email" as const, value: emailNormalized }] : []),
    ]),
  ];
  return [...new Map(all.map((contact) => [`${contact.kind} ${contact.value}`, contact])).values()];
}
