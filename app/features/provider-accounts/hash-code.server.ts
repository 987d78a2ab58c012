import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";

/** What counts of a mailbox are kept under. */
export const hashMailbox = (contactKeys: ContactKeys, email: string): string =>
  hashContact(contactKeys, `provider-mailbox ${email}`).slice(0, 32);

/** The keyed hash of a mailed code, with its sign-in: equal codes look different. */
export const hashCode = (
  contactKeys: ContactKeys,
  { signInId, code }: { signInId: string; code: string },
): string => hashContact(contactKeys, `${signInId} ${code}`);
