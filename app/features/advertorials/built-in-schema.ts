import { z } from "zod";

const text = z.string().trim().min(3);

/** Sections are text with a type: no HTML is ever stored. */
const sectionSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("heading"), text }),
  z.strictObject({ type: z.literal("paragraph"), text }),
  z.strictObject({
    type: z.literal("list"),
    items: z.array(text).min(2),
    /** Steps that are done in this order, shown with numbers. */
    isOrdered: z.literal(true).optional(),
  }),
  z.strictObject({ type: z.literal("blockquote"), text }),
  z.strictObject({
    type: z.literal("image"),
    imageUrl: z.string().startsWith("/art/"),
    alt: text,
    caption: text.optional(),
  }),
]);

/** content/advertorials/<slug>.yaml: the two built-in advertorials. */
export const builtInAdvertorialSchema = z.strictObject({
  updated: z.iso.date(),
  meta: z.strictObject({ title: text, description: text, keywords: z.array(text) }),
  hero: z.strictObject({ title: text, subtitle: text, imageUrl: z.string().startsWith("/art/") }),
  sections: z.array(sectionSchema).min(8),
  tagline: text,
  /** Slug of the service of its quote link; a general one when absent. */
  service: z.string().optional(),
  /** Shown with "Illustrative example, not a real customer" above each. */
  testimonials: z.array(text).length(3),
  cta: z.strictObject({ title: text, subtitle: text }),
});
