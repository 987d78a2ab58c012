import type { ContactSyncRecord } from "#app/features/requests/intake/build-record.ts";
import { FULL_FIELD_SPECS } from "#app/features/requests/quote/fields.server.ts";
import type { QuizAnswer } from "#app/lib/quiz-handoff.ts";
import type { RefusalTopic } from "./describe-refusal.ts";

/** A contact in HighLevel's format. Empty fields are left out: they would clear stored values. */
export type ContactFields = {
  firstName?: string;
  lastName?: string;
  name: string;
  email?: string;
  phone?: string;
  address1?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country: string;
  source: string;
};
export type StoredContact = { phone?: string | null; email?: string | null; dnd?: boolean | null };

const SOURCE = "Website quote request";
const MAX_TAG = 60;

/** Whether the text has one "@" with something before it, and a dot inside what follows. */
function isEmail(text: string): boolean {
  const [name = "", domain = "", ...others] = text.split("@");
  return (
    name !== "" && others.length === 0 && !/\s/.test(text) && domain.slice(1, -1).includes(".")
  );
}

/** @param phone in E.164, or null if the typed text is not a phone number */
export function buildContact(record: ContactSyncRecord, phone: string | null): ContactFields {
  const name = record.customer_name.trim();
  const [firstName, ...rest] = name.split(/\s+/);
  const email = record.customer_email.trim().toLowerCase();
  const texts = {
    firstName,
    lastName: rest.join(" "),
    email: isEmail(email) ? email : "",
    phone: phone ?? "",
    address1: record.address.trim(),
    city: record.city.trim(),
    state: record.state.trim().toUpperCase(),
    postalCode: record.zip_code.trim(),
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value)),
    name,
    country: "US",
    source: SOURCE,
  };
}

/** Tags are added with a separate call: an upsert with tags would remove the contact's others. */
export function buildTags(record: ContactSyncRecord): string[] {
  const service = record.service_type.trim().toLowerCase().slice(0, MAX_TAG);
  return ["website lead", ...(service ? [service] : [])];
}

/** Quiz answers by the key of their custom field; answers without a key are left out. */
export function buildFieldValues(answers: readonly QuizAnswer[] | undefined): Map<string, string> {
  const values = new Map<string, string>();
  for (const { ghlField, answer } of answers ?? []) {
    const key = toFieldKey(ghlField);
    if (key) values.set(key, answer);
  }
  return values;
}

/** The key that HighLevel derives from a field's name: lowercase letters, digits, underscores. */
export const toFieldKey = (name: string) =>
  name
    .trim()
    .toLowerCase()
    .replace(/^contact\./, "")
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_|_$/g, "");

/**
 * The contact without the phone number or the email address that the CRM refused; null if the
 * other one is missing or was refused too.
 */
export function omitRefusedField(
  sent: ContactFields,
  topics: readonly RefusalTopic[],
): ContactFields | null {
  const { phone, email, ...others } = sent;
  if (!phone || !email || topics.includes("phone") === topics.includes("email")) return null;
  return topics.includes("phone") ? { ...others, email } : { ...others, phone };
}

const getDigits = (phone: string | null | undefined) => (phone ?? "").replace(/\D/g, "");

/**
 * Labels of fields whose stored values differ from what was sent: an upsert may drop the phone, or
 * leave it on another contact.
 */
export function compareContact(sent: ContactFields, stored: StoredContact): string[] {
  const differences: string[] = [];
  if (sent.phone && getDigits(stored.phone) !== getDigits(sent.phone)) differences.push("phone");
  if (sent.email && (stored.email ?? "").trim().toLowerCase() !== sent.email)
    differences.push("email");
  if (stored.dnd) differences.push("do not disturb");
  return differences;
}

/** The first line of a request's note, which identifies it. */
export const getNoteMarker = (requestId: string) => `Request ${requestId}`;

/**
 * The one note of a request: everything that people who use the CRM need, even if the contact has
 * other values.
 */
export function buildNote(record: ContactSyncRecord, requestId: string): string {
  const answers = { ...record, ...record.additional_details } as Record<string, unknown>;
  // In the order of the fields; fields with the same label share a line.
  const lines = new Map<string, string[]>([["Service", [record.service_type]]]);
  for (const { note, record: key, detail } of FULL_FIELD_SPECS)
    if (note) lines.set(note, [...(lines.get(note) ?? []), formatForNote(answers[key ?? detail])]);
  const quiz = record.additional_details.quiz_answers ?? [];
  const texts = [
    ...[...lines].map(([label, parts]) => [label, joinFilled(parts)]),
    ...quiz.map(({ questionText, answer }) => [questionText, answer.trim()]),
  ].flatMap(([label, text]) => (text ? [`${label}: ${text}`] : []));
  return [getNoteMarker(requestId), `Received ${record.created_at}`, ...texts].join("\n");
}

const joinFilled = (parts: string[]) =>
  parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(", ");

function formatForNote(answer: unknown): string {
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  return typeof answer === "string" ? answer : "";
}
