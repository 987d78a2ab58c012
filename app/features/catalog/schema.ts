import { z } from "zod";
import { REPAIR_PARTS } from "#app/components/mascot/repair-parts/names.ts";
import { INSURANCE_KINDS, JOB_TYPES } from "./job-types.ts";

const sentence = (min: number, max: number) => z.string().trim().min(min).max(max);
const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const faqEntrySchema = z.strictObject({ question: sentence(10, 140), answer: sentence(80, 700) });
const titledParagraphsSchema = z.strictObject({
  title: sentence(5, 80),
  paragraphs: z.array(sentence(60, 1200)).min(1).max(4),
});

/** The long text of the five services that have category copy of their own. */
export const serviceCopySchema = z.strictObject({
  mainTitle: sentence(10, 90),
  mainContent: z.array(sentence(120, 1200)).length(5),
  sections: z.array(titledParagraphsSchema).length(2),
  finalCta: sentence(40, 300),
});

/** Front matter of content/services/<slug>.md; docs/content.md explains each field. */
export const serviceFrontMatterSchema = z.strictObject({
  name: sentence(3, 40),
  area: z.enum(["home", "auto"]),
  jobType: z.enum(JOB_TYPES),
  insurance: z.array(z.enum(INSURANCE_KINDS)).min(1).optional(),
  trade: z.string().regex(/^[A-Za-z][A-Za-z ]{2,39}$/),
  title: sentence(20, 60),
  description: sentence(70, 155),
  heroTitle: sentence(10, 60),
  heroText: sentence(40, 160),
  summary: sentence(40, 140),
  keywords: z.array(sentence(3, 40).toLowerCase()).min(4).max(10),
  /** Words of people who do not know the trade's name. */
  everyday: z.array(sentence(3, 40).toLowerCase()).min(14).max(26),
  offered: z.array(sentence(5, 60)).length(5),
  benefits: z.array(sentence(10, 70)).min(3).max(4),
  includes: z.array(sentence(8, 110)).min(6).max(8),
  costs: z
    .array(
      z.strictObject({
        label: sentence(3, 60),
        range: z.string().regex(/\$\d/),
        /** Why a job may cost more, or why another page shows another range. */
        note: sentence(40, 200).optional(),
      }),
    )
    .optional(),
  /** What makes the job cheaper or dearer. */
  priceFactors: z.array(sentence(10, 90)).length(3),
  signs: z.array(sentence(25, 260)).min(5).max(7).optional(),
  questions: z.array(sentence(15, 200).endsWith("?")).min(5).max(6).optional(),
  /** Drawings and short names of the first three steps of `untilArrival`. */
  now: z
    .array(z.strictObject({ part: z.enum(REPAIR_PARTS), title: sentence(10, 50) }))
    .length(3)
    .optional(),
  /**
   * The first step of `untilArrival` keeps people safe: it stands at the top of a page without
   * `now`.
   */
  isFirstStepUrgent: z.literal(true).optional(),
  untilArrival: z.array(sentence(25, 300)).min(4).max(6).optional(),
  faq: z.array(faqEntrySchema).min(4).max(6).optional(),
  copy: serviceCopySchema.optional(),
  updated: z.iso.date(),
});
export type ServiceFrontMatter = z.infer<typeof serviceFrontMatterSchema>;
export type ServiceCopy = z.infer<typeof serviceCopySchema>;

const listedServiceSchema = z.strictObject({ service: slug, name: z.string().optional() });
const groupSchema = z.strictObject({
  slug,
  name: z.string(),
  icon: slug,
  services: z.array(slug).min(1),
});

/** content/catalog.yaml: the place of each service. */
export const catalogStructureSchema = z.strictObject({
  categories: z.array(groupSchema).length(9),
  autoGroups: z.array(groupSchema).length(4),
  menu: z
    .array(z.strictObject({ category: slug, services: z.array(slug).min(3).max(4) }))
    .length(8),
  footer: z.array(listedServiceSchema),
  /** `hint`: what people call about, in a few words. */
  popular: z.array(listedServiceSchema.extend({ hint: sentence(10, 40) })),
});

/** The way from a service's page to its project in the cost estimator. */
export type ProjectSizes = {
  path: string;
  /** The price range of each size; none where the service has several projects. */
  prices: { label: string; range: string }[];
};
