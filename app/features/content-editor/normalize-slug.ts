/**
 * Typed text limited to the characters of a slug: lower case, letters, digits and hyphens. Hyphens
 * at the ends are kept while typing.
 */
export const sanitizeSlugInput = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");

/** The slug that is saved. */
export const normalizeSlug = (text: string) => sanitizeSlugInput(text).replace(/^-|-$/g, "");
