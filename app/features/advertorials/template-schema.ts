import { z } from "zod";

const text = z.string().trim().min(3).max(300);
/** One place of an article, with alternative wordings. */
const wordings = z.array(text).min(3);
/** The sentences of a paragraph, each with alternative wordings. */
const paragraph = z.array(wordings).min(1).max(6);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

/** Texts that differ between a repair and a planned project. */
const mannerSchema = z.strictObject({
  opening: wordings,
  signsAdvice: wordings,
  safetyHeading: wordings,
  tips: wordings,
  timing: wordings,
});
const byAreaSchema = z.strictObject({ any: wordings, home: wordings, auto: wordings });
const headSchema = z.strictObject({
  title: wordings,
  subtitle: wordings,
  metaTitle: wordings,
  metaDescription: wordings,
  opening: paragraph,
  tips: wordings,
});

/** content/advertorial-templates.yaml: the texts of the built-in article generator. */
export const templatesSchema = z.strictObject({
  projects: z.array(z.array(slug)),
  names: z.record(slug, z.string().max(30)),
  images: z
    .array(z.strictObject({ imageUrl: z.string().regex(/^\/art\/[a-z-]+\.svg$/), alt: text }))
    .min(3),
  captions: wordings,
  service: headSchema.extend({
    signsHeading: wordings,
    signsLead: wordings,
    repair: mannerSchema,
    project: mannerSchema,
  }),
  tree: headSchema.omit({ title: true }).extend({
    causesHeading: wordings,
    causesLead: paragraph,
    lookHeading: wordings,
    dangerHeading: wordings,
  }),
  general: headSchema.extend({
    titleWithoutTopic: wordings,
    notesHeading: wordings,
    notesLead: paragraph,
    notes: byAreaSchema,
    safetyHeading: wordings,
    safety: z.strictObject({ home: wordings, auto: wordings }),
    questions: byAreaSchema,
  }),
  price: z.strictObject({
    heading: wordings,
    figures: wordings,
    figuresNote: wordings,
    access: wordings,
    writing: wordings,
    questionsLead: wordings,
    questionsHeading: wordings,
  }),
  help: z.strictObject({ heading: wordings, sentences: paragraph }),
  cta: z.strictObject({ title: wordings, subtitle: wordings }),
});
export type Templates = z.infer<typeof templatesSchema>;
