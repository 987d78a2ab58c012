import { type ContactKeys, hashContact } from "#app/lib/contact-keys.server.ts";
import { toE164 } from "#app/lib/phone.server.ts";
import {
  PERSONAL_FIELDS,
  type PersonalKind,
  type ProfileField,
  type SettingsField,
} from "../schema.ts";

/** Normalize values before they are hashed: a phone number in another format has the same hash. */
const NORMALIZERS: Record<PersonalKind, (text: string) => string> = {
  text: (text) => text,
  email: (text) => text.toLowerCase(),
  phone: (text) => toE164(text) ?? text,
};
/** Fields that have another name in audit rows. */
const AUDIT_NAMES: Partial<Record<string, string>> = { verification_status: "status" };

type Fields = Partial<Record<ProfileField | SettingsField, unknown>>;

/**
 * Changed fields for the audit log: `{from, to}`, for lists `{added, removed}`; personal data only as
 * keyed hashes.
 * @param options.before the old values; null for a new provider, whose empty fields are left out
 */
export function describeChanges(
  contactKeys: ContactKeys,
  options: { before: Fields | null; after: Fields; fields: readonly (keyof Fields)[] },
): Record<string, unknown> {
  const { before, after, fields } = options;
  const described = before ? fields : fields.filter((field) => !isEmpty(after[field]));
  return Object.fromEntries(
    described.map((field) => [
      AUDIT_NAMES[field] ?? field,
      describe(contactKeys, { field, from: before?.[field] ?? null, to: after[field] ?? null }),
    ]),
  );
}

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  value === 0 ||
  (Array.isArray(value) && value.length === 0);

function describe(
  contactKeys: ContactKeys,
  { field, from, to }: { field: keyof Fields; from: unknown; to: unknown },
): Record<string, unknown> {
  if (Array.isArray(to)) {
    const previous = Array.isArray(from) ? from : [];
    return {
      added: to.filter((item) => !previous.includes(item)),
      removed: previous.filter((item) => !to.includes(item)),
    };
  }
  const kind = PERSONAL_FIELDS[field];
  if (!kind) return { from, to };
  const normalize = NORMALIZERS[kind];
  const [fromHash, toHash] = [from, to].map((value) =>
    typeof value === "string" ? hashContact(contactKeys, normalize(value)) : null,
  );
  return { from: fromHash, to: toHash };
}
