import { z } from "zod";

const text = z.string().trim().min(3);
const titled = z.strictObject({ title: text, text });
/** Every guide: the date of its last change, and two or three sentences of introduction. */
const guide = { updated: z.iso.date(), intro: text };
const closing = { closing: titled };

export const FREQUENCIES = [
  "Annual",
  "Bi-annual",
  "Monthly",
  "Quarterly",
  "Weekly",
  "After storms",
] as const;
export const TASK_PRIORITIES = ["High", "Medium", "Low"] as const;
export const SCHEDULE_PRIORITIES = ["Critical", "Important", "Recommended", "Preventive"] as const;
export const TIP_DIFFICULTIES = ["Easy", "Medium", "Professional"] as const;
export const IMPORTANCES = ["Critical", "Important", "Helpful"] as const;
export const FAQ_CATEGORIES = [
  "Getting Started",
  "Our Professionals",
  "Services & Pricing",
  "Account & Support",
] as const;

/** A task of the checklist; `how` explains it in one or two sentences. */
const checklistTask = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  task: text,
  how: text,
  frequency: z.enum(FREQUENCIES),
  priority: z.enum(TASK_PRIORITIES),
});

/** content/guides/home-maintenance-checklist.yaml: 8, 7, 7 and 7 tasks. */
export const checklistSchema = z.strictObject({
  ...guide,
  ...closing,
  seasons: z.tuple([
    season("Spring", 8),
    season("Summer", 7),
    season("Fall", 7),
    season("Winter", 7),
  ]),
});
function season(name: string, tasks: number) {
  return z.strictObject({
    name: z.literal(name),
    text,
    tasks: z.array(checklistTask).length(tasks),
  });
}

/** content/guides/vehicle-care-guide.yaml */
export const vehicleCareSchema = z.strictObject({
  ...guide,
  ...closing,
  schedule: z.tuple([
    scheduleItem("Every 3,000-5,000 miles"),
    scheduleItem("Every 6 months"),
    scheduleItem("Every 12 months"),
    scheduleItem("Every 2-3 years"),
  ]),
  warningSigns: z
    .array(z.strictObject({ category: text, signs: z.array(text).min(3), act: text }))
    .min(4),
  stopNow: z.strictObject({ title: text, text, signs: z.array(text).min(3) }),
});
function scheduleItem(interval: string) {
  return z.strictObject({
    interval: z.literal(interval),
    priority: z.enum(SCHEDULE_PRIORITIES),
    why: text,
    tasks: z.array(text).min(4),
  });
}

/** content/guides/energy-saving-tips.yaml */
export const energyTipsSchema = z.strictObject({
  ...guide,
  ...closing,
  /** The specification's values: 68F in winter, 78F in summer, 120F for the water heater. */
  settings: z.tuple([setting("68°F"), setting("78°F"), setting("120°F")]),
  categories: z
    .array(
      z.strictObject({
        name: text,
        text,
        tips: z
          .array(
            z.strictObject({
              tip: text,
              how: text,
              savings: text,
              difficulty: z.enum(TIP_DIFFICULTIES),
            }),
          )
          .min(3),
      }),
    )
    .min(4),
  sources: z.array(text).optional(),
});
function setting(value: string) {
  return z.strictObject({ value: z.literal(value), label: text, text });
}

const diyProject = z.strictObject({
  name: text,
  difficulty: z.enum(["Easy", "Medium", "Complex", "Professional"]),
  /** "N/A" hides it. */
  time: z.string().min(1),
  tools: z.array(text),
  warning: text,
});

/** content/guides/diy-repair-basics.yaml */
export const diyBasicsSchema = z.strictObject({
  ...guide,
  ...closing,
  safety: z.array(text).min(6),
  suitable: z.array(diyProject).min(6),
  professional: z.array(diyProject).min(6),
  kit: z.array(z.strictObject({ tool: text, use: text })).min(8),
});

/** content/guides/emergency-preparedness.yaml; the worst emergency comes first. */
export const emergencySchema = z.strictObject({
  ...guide,
  ...closing,
  types: z.tuple([
    emergency("Gas Leaks"),
    emergency("Water Leaks"),
    emergency("Power Outages"),
    emergency("HVAC Failures"),
  ]),
  /** None of the four, and what an alarm may be about: it stands after gas. */
  carbonMonoxide: emergency("Carbon Monoxide"),
  kit: z.strictObject({
    text,
    items: z.array(z.strictObject({ item: text, category: text })).length(12),
  }),
  practice: titled,
});
function emergency(name: string) {
  return z.strictObject({
    name: z.literal(name),
    /** Name of its picture. */
    scene: text,
    /** How people recognize it. */
    sign: text,
    /** The first thing to do. */
    lead: text,
    /** With it the section has a Call 911 link; these are the words below that. */
    call911: text.optional(),
    preparation: z.array(text).min(4),
    response: z.array(text).min(4),
    professional: z.array(text).min(3),
  });
}

/** content/guides/contractor-selection.yaml */
export const contractorSchema = z.strictObject({
  ...guide,
  ...closing,
  /** Label of the button to the quote form. */
  quoteText: text,
  redFlags: z.array(titled).length(8),
  verification: z
    .array(z.strictObject({ step: text, text, importance: z.enum(IMPORTANCES) }))
    .length(5),
  references: titled,
  questions: z.array(z.strictObject({ question: text, listenFor: text })).length(10),
  contract: z.array(titled).length(10),
});

/** content/guides/how-it-works.yaml */
export const howItWorksSchema = z.strictObject({
  ...guide,
  ...closing,
  steps: z.array(titled).length(4),
  fees: z.strictObject({ title: text, text, points: z.array(text).length(3) }),
  sides: z.array(z.strictObject({ who: text, does: z.array(text).min(3) })).length(3),
});

/** content/guides/faq.yaml */
export const faqSchema = z.strictObject({
  ...guide,
  ...closing,
  categories: z
    .array(
      z.strictObject({
        name: z.enum(FAQ_CATEGORIES),
        entries: z.array(z.strictObject({ question: text, answer: text })).min(5),
      }),
    )
    .length(FAQ_CATEGORIES.length),
});

/** The guides by slug, each with the shape of its file content/guides/<slug>.yaml. */
export const GUIDE_SCHEMAS = {
  "home-maintenance-checklist": checklistSchema,
  "vehicle-care-guide": vehicleCareSchema,
  "energy-saving-tips": energyTipsSchema,
  "diy-repair-basics": diyBasicsSchema,
  "emergency-preparedness": emergencySchema,
  "contractor-selection": contractorSchema,
  "how-it-works": howItWorksSchema,
  faq: faqSchema,
};
export type GuideSlug = keyof typeof GUIDE_SCHEMAS;
export type Guides = { [S in GuideSlug]: z.infer<(typeof GUIDE_SCHEMAS)[S]> };

/** content/articles/<slug>.md; the body is Markdown with three or more `##` sections. */
export const articleFrontMatterSchema = z.strictObject({
  updated: z.iso.date(),
  intro: text,
  /** Key points: three to five sentences. */
  keyPoints: z.array(text).min(3).max(5),
  faq: z
    .array(z.strictObject({ question: text, answer: text }))
    .min(3)
    .max(5)
    .optional(),
  /** Slugs of services that the article links to. */
  services: z.array(z.string()).max(3),
});
