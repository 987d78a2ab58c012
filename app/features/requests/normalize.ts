/** An email address as it is compared; null where none was typed. */
export const normalizeEmail = (email: string | null): string | null =>
  email?.trim().toLowerCase() || null;

/** A ZIP code of five digits, or null where something else was typed. */
export function normalizeZip(zip: string | null): string | null {
  const trimmed = zip?.trim() ?? "";
  return /^\d{5}$/.test(trimmed) ? trimmed : null;
}
