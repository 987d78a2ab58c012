import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";

/** The keyed hash of a mailed code, with its sign-in: equal codes look different. */
export const hashCode = (
  contactKeys: ContactKeys,
  { signInId, code }: { signInId: string; code: string },
): string => hashContact(contactKeys, `${signInId} ${code}`);
