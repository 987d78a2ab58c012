/**
 * What is typed, as far as a slug allows: lower case, letters, digits and hyphens. Hyphens at the
 * ends stay while somebody types.
 */
export const typeSlug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, "")
    .replace(/\s+/g, "-")
    .replace(/-+/g, "-");

/** The slug that is saved. */
export const normalizeSlug = (text: string) => typeSlug(text).replace(/^-|-$/g, "");
