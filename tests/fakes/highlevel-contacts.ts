import { randomBytes } from "node:crypto";

export type Contact = {
  id: string;
  phone: string | null;
  email: string | null;
  dnd: boolean;
  tags: string[];
  notes: string[];
  customFields: Record<string, string>;
  fields: Record<string, unknown>;
};

const getDigits = (phone: unknown) => String(phone ?? "").replace(/\D/g, "");
const OWN_FIELDS = new Set([
  "locationId",
  "tags",
  "customFields",
  "dnd",
  "dndSettings",
  "phone",
  "email",
]);

/**
 * The contacts of a location, with HighLevel's rules for updates: a phone or email that another
 * contact has is ignored, tags replace the others.
 */
export function createContacts() {
  const contacts = new Map<string, Contact>();
  const find = (test: (contact: Contact) => boolean) => [...contacts.values()].find(test);
  const findByPhone = (phone: unknown) =>
    getDigits(phone) ? find((contact) => getDigits(contact.phone) === getDigits(phone)) : undefined;
  const findByEmail = (email: unknown) =>
    email ? find((contact) => contact.email === String(email).toLowerCase()) : undefined;
  const updateContact = (contact: Contact, body: Record<string, unknown>) => {
    const owner = findByPhone(body.phone);
    if (body.phone && (!owner || owner === contact)) contact.phone = String(body.phone);
    const mailOwner = findByEmail(body.email);
    if (body.email && (!mailOwner || mailOwner === contact))
      contact.email = String(body.email).toLowerCase();
    if (Array.isArray(body.tags)) contact.tags = body.tags.map(String);
    if (typeof body.dnd === "boolean") contact.dnd = body.dnd;
    for (const { id, field_value } of (body.customFields ?? []) as {
      id: string;
      field_value: string;
    }[])
      contact.customFields[id] = field_value;
    for (const [key, value] of Object.entries(body))
      if (!OWN_FIELDS.has(key)) contact.fields[key] = value;
  };
  const addContact = (body: Record<string, unknown>): Contact => {
    const contact: Contact = {
      id: `c${contacts.size + 1}${randomBytes(8).toString("hex")}`,
      phone: null,
      email: null,
      dnd: false,
      tags: [],
      notes: [],
      customFields: {},
      fields: {},
    };
    contacts.set(contact.id, contact);
    updateContact(contact, body);
    return contact;
  };

  return { contacts, addContact, updateContact, findByPhone, findByEmail };
}
