import { z } from "zod";

const text = z.string().trim().min(3);
const meta = { title: text, description: text };
const hero = { heroTitle: text, heroText: text };
const titled = z.strictObject({ title: text, text });

/** content/categories/<slug>.md */
export const categoryFrontMatterSchema = z.strictObject({ ...meta, ...hero, summary: text, ctaTitle: text, ctaText: text, updated: z.iso.date() });
/** content/pages/home-services.yaml and auto.yaml */
export const listingPageSchema = z.strictObject({ ...meta, ...hero });
/** content/pages/home.yaml */
export const homePageSchema = z.strictObject({
  ...meta,
  ...hero,
  tagline: text,
  badges: z.array(text).length(3),
  allServices: z.array(titled).length(2),
  why: z.array(titled).length(3),
  auto: text,
});
/** content/pages/shared.yaml: what all service pages have in common. */
export const sharedPageSchema = z.strictObject({
  getStarted: z.strictObject({ title: text, text, points: z.array(text).length(3) }),
  whyChoose: z.array(titled).length(6),
  competition: z.strictObject({ title: text, paragraphs: z.array(text), points: z.array(text) }),
  banner: titled,
  emergency: titled,
  genericIncludes: z.array(text),
  insurance: titled,
});
/** content/legal/<slug>.md */
export const legalFrontMatterSchema = z.strictObject({ ...meta, heading: text, updated: z.iso.date() });
