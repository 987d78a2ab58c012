import { z } from "zod";

const text = z.string().trim().min(3);
const meta = { title: text, description: text };
const hero = { heroTitle: text, heroText: text };
const titled = z.strictObject({ title: text, text });

/** content/categories/<slug>.md */
export const categoryFrontMatterSchema = z.strictObject({
  ...meta,
  ...hero,
  summary: text,
  /** What could hurt someone: shown before the services. */
  safety: titled.optional(),
  ctaTitle: text,
  ctaText: text,
  updated: z.iso.date(),
});
/** content/pages/home-services.yaml and auto.yaml */
export const listingPageSchema = z.strictObject({
  ...meta,
  ...hero,
  /** Words of the field that finds a service. */
  example: text,
});
/** content/pages/auto.yaml: who is stranded comes first. */
export const autoPageSchema = listingPageSchema.extend({
  stranded: z.strictObject({ text, action: text }),
  quizzes: titled,
});
/** content/pages/home.yaml */
export const homePageSchema = z.strictObject({
  ...meta,
  heroTitle: text,
  tagline: text,
  badges: z.array(text).length(3),
  callHours: text,
  problemsTitle: text,
  /** The tiles below the top: a scene of public/art, and where each leads. */
  problems: z
    .array(
      z.strictObject({
        scene: z.string().startsWith("tile-"),
        title: text,
        complaint: text,
        path: z.string().startsWith("/"),
      }),
    )
    .length(6),
  comic: z.strictObject({ title: text, panels: z.array(text).length(3), text }),
  allServices: z.tuple([titled, titled]),
  why: z.array(titled).length(3),
  auto: titled,
  callBand: titled,
});
/** content/pages/shared.yaml: the texts that all service pages share. */
export const sharedPageSchema = z.strictObject({
  getStarted: z.strictObject({ title: text, text, points: z.array(text).length(3) }),
  whyChoose: z.array(titled).length(6),
  competition: z.strictObject({ title: text, paragraphs: z.array(text), points: z.array(text) }),
  banner: titled,
  emergency: titled,
  insurance: titled,
});
/** content/legal/<slug>.md */
export const legalFrontMatterSchema = z.strictObject({
  ...meta,
  heading: text,
  updated: z.iso.date(),
});
/** content/pages/resources.yaml: the hub. */
export const resourcesHubSchema = z.strictObject({
  ...meta,
  ...hero,
  popular: titled,
  cta: titled,
});
/** content/pages/contact-us.yaml */
export const contactPageSchema = z.strictObject({
  ...meta,
  ...hero,
  phone: titled,
  support: titled,
  help: titled,
  area: titled,
  hours: titled,
  response: titled,
  emergency: titled,
  before: z.strictObject({ title: text, text, points: z.array(text).min(3) }),
});
/** content/pages/about-us.md */
export const aboutFrontMatterSchema = z.strictObject({
  ...meta,
  ...hero,
  updated: z.iso.date(),
  /** What happens with a request; each has a picture of the home page's comic. */
  steps: z.array(text).length(3),
  promises: z.array(titled).length(4),
});
/** content/pages/provider-signup.yaml */
export const providerPageSchema = z.strictObject({
  ...meta,
  ...hero,
  leads: z.strictObject({ title: text, text, points: z.array(text).min(3) }),
  tools: z.strictObject({ title: text, text, points: z.array(titled).length(3) }),
  badge: z.strictObject({ title: text, text, points: z.array(text).min(3) }),
  community: titled,
  steps: z.tuple([
    step("Apply"),
    step("Get Vetted"),
    step("Start Receiving Leads"),
    step("Grow Your Business"),
  ]),
  expect: z.strictObject({ title: text, text, points: z.array(text).min(4) }),
  cta: titled,
  modal: z.strictObject({ text }),
});
function step(title: string) {
  return z.strictObject({ title: z.literal(title), text });
}
