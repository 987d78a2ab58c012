/**
 * What kind of work a service is. It decides which blocks a service's page has and what they are
 * called: nobody tapes plastic before a remodel.
 */
export const JOB_TYPES = ["emergency", "repair", "project", "upkeep", "auto"] as const;
export type JobType = (typeof JOB_TYPES)[number];

type Headings = {
  /** Above the signs, each of which opens a request with its words. */
  signs: string;
  /** Above what to do before somebody comes. */
  prepare: string;
};

export const JOB_HEADINGS: Record<JobType, Headings> = {
  emergency: { signs: "What's happening?", prepare: "More until help arrives" },
  repair: { signs: "What do you notice?", prepare: "Until the pro arrives" },
  project: { signs: "Is it time?", prepare: "Before the first visit" },
  upkeep: { signs: "What brings you here?", prepare: "Before the visit" },
  auto: { signs: "What's happening?", prepare: "Until someone looks at it" },
};

/**
 * Whether pages of this kind, which have few drawings of their own, show those of their group too.
 */
export const showsGroupPictures = (type: JobType): boolean =>
  type !== "emergency" && type !== "repair";

/** Kinds of insurance that may pay for a service. */
export const INSURANCE_KINDS = ["homeowner", "renter", "warranty", "flood", "auto"] as const;
export type InsuranceKind = (typeof INSURANCE_KINDS)[number];

/** The marks of the default settings, by the kind that they stand for. */
const MARKS: Record<string, InsuranceKind> = {
  "Homeowner policies": "homeowner",
  "Renter policies": "renter",
  "Home warranty plans": "warranty",
  "Flood policies": "flood",
  "Auto policies": "auto",
};

/** The insurance marks of the settings that fit these kinds; names that staff chose always fit. */
export const chooseInsuranceMarks = (
  marks: readonly string[],
  kinds: readonly InsuranceKind[],
): string[] =>
  kinds.length === 0
    ? []
    : marks.filter((mark) => {
        const kind = MARKS[mark];
        return kind === undefined || kinds.includes(kind);
      });
