import { z } from "zod";
import {
  CLIMATES,
  ENERGY_USES,
  HOME_AGES,
  HOME_SYSTEMS,
  HOME_TYPES,
  PROJECT_CATEGORIES,
  PROJECT_SIZES,
  UPKEEP_DOERS,
  UPKEEP_PRIORITIES,
} from "./tool-constants.ts";

const text = z.string().trim().min(3);
const id = z.string().regex(/^[a-z0-9-]+$/);
const tool = { updated: z.iso.date(), intro: text, disclaimer: text };
const unique = <T>(key: (entry: T) => string) =>
  [
    (entries: T[]) => new Set(entries.map(key)).size === entries.length,
    "two entries have the same id",
  ] as const;

/** Dollars. */
const projectSchema = z
  .strictObject({
    name: text,
    baseMin: z.int().positive(),
    baseMax: z.int().positive(),
    category: z.enum(PROJECT_CATEGORIES),
    /** Shown with the result, after the note of the category. */
    note: text.optional(),
  })
  .refine((project) => project.baseMin < project.baseMax, "baseMin is not below baseMax");

/** content/tools/project-cost-estimator.yaml */
export const costEstimatorSchema = z.strictObject({
  ...tool,
  projects: z
    .array(projectSchema)
    .length(10)
    .refine(...unique((project: { name: string }) => project.name)),
  sizes: z
    .array(
      z.strictObject({
        value: z.enum(PROJECT_SIZES),
        label: text,
        hint: text,
        multiplier: z.number().positive(),
      }),
    )
    .length(PROJECT_SIZES.length),
  zipNote: text,
  /** One note for each category of project. */
  notes: z.record(z.enum(PROJECT_CATEGORIES), text),
});
export type CostEstimatorData = z.infer<typeof costEstimatorSchema>;

/** 1 is January. */
const months = z.array(z.int().min(1).max(12)).min(1);
const maintenanceTask = z
  .strictObject({
    id,
    task: text,
    how: text,
    priority: z.enum(UPKEEP_PRIORITIES),
    who: z.enum(UPKEEP_DOERS),
    /** Omitted: every home, every age, every climate. */
    homes: z.array(z.enum(HOME_TYPES)).min(1).optional(),
    ages: z.array(z.enum(HOME_AGES)).min(1).optional(),
    climates: z.array(z.enum(CLIMATES)).min(1).optional(),
    /** The home must have one of these. */
    systems: z.array(z.enum(HOME_SYSTEMS)).min(1).optional(),
    /**
     * Months for every climate, or months by climate; the task does not apply in a climate without
     * months.
     */
    months: z.union([months, z.partialRecord(z.enum(CLIMATES), months)]).optional(),
    /** Interval in months, first `offset` months after the start. */
    every: z.int().min(1).max(12).optional(),
    offset: z.int().min(0).max(11).optional(),
  })
  .refine(
    (task) => (task.months === undefined) !== (task.every === undefined),
    "give either months or every",
  );
export type MaintenanceTask = z.infer<typeof maintenanceTask>;

/** content/tools/maintenance-schedule-planner.yaml */
export const maintenancePlannerSchema = z.strictObject({
  ...tool,
  homes: z
    .array(z.strictObject({ value: z.enum(HOME_TYPES), label: text }))
    .length(HOME_TYPES.length),
  ages: z.array(z.strictObject({ value: z.enum(HOME_AGES), label: text })).length(HOME_AGES.length),
  climates: z
    .array(z.strictObject({ value: z.enum(CLIMATES), label: text, hint: text }))
    .length(CLIMATES.length),
  systems: z
    .array(z.strictObject({ value: z.enum(HOME_SYSTEMS), label: text }))
    .length(HOME_SYSTEMS.length),
  /** The home that the planner begins with. */
  usual: z.strictObject({
    home: z.enum(HOME_TYPES),
    age: z.enum(HOME_AGES),
    climate: z.enum(CLIMATES),
    systems: z.array(z.enum(HOME_SYSTEMS)).min(1),
  }),
  tasks: z
    .array(maintenanceTask)
    .min(40)
    .refine(...unique((task: { id: string }) => task.id)),
});
/**
 * `months` are the possible starts, `start` is the default, both as YYYY-MM; `today` as YYYY-MM-DD.
 */
export type MaintenancePlannerData = z.infer<typeof maintenancePlannerSchema> & {
  months: { value: string; label: string }[];
  start: string;
  today: string;
};

/** A fraction of the use, from 0 to 1. */
const fraction = z.number().min(0).max(1);
const upgradeSchema = z.strictObject({
  id,
  name: text,
  text,
  savings: z
    .array(
      z
        .strictObject({ use: z.enum(ENERGY_USES), low: fraction, high: fraction })
        .refine((saving) => saving.low <= saving.high, "low is above high"),
    )
    .min(1),
  /** The percentage in words, with its source. */
  basis: text,
  /** Assumed cost in dollars. */
  cost: z.union([
    z.strictObject({ fixed: z.number().min(0) }),
    z.strictObject({ perSquareFoot: z.number().positive() }),
  ]),
  costNote: text.optional(),
});
export type EnergyUpgrade = z.infer<typeof upgradeSchema>;

/** content/tools/energy-savings-calculator.yaml */
export const energyCalculatorSchema = z.strictObject({
  ...tool,
  /** Square feet. */
  assumedSize: z.int().positive(),
  /** The choices that the calculator begins with; the bill in dollars a month. */
  example: z.strictObject({ bill: z.int().positive(), upgrades: z.array(id).min(1) }),
  /** Parts of the bill in dollars, 0 to 1, together at most 1. */
  shares: z
    .array(z.strictObject({ use: z.enum(ENERGY_USES), label: text, share: fraction }))
    .length(ENERGY_USES.length)
    .refine(
      (shares) => shares.reduce((sum, { share }) => sum + share, 0) <= 1,
      "the shares are more than the bill",
    ),
  /** Who says so, and of which home. */
  sharesNote: text,
  upgrades: z
    .array(upgradeSchema)
    .min(6)
    .max(9)
    .refine(...unique((upgrade: { id: string }) => upgrade.id)),
  costNote: text,
  formula: z.array(text).min(3),
  sources: z.array(z.strictObject({ what: text, who: text })).min(3),
});
export type EnergyCalculatorData = z.infer<typeof energyCalculatorSchema>;
