import type { StaffRole } from "./constants.ts";

/** Of whom a second factor is required. */
export const FACTOR_RULES = ["nobody", "superadmins", "everybody"] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** A stored rule; what is not stored is the default. */
export const readFactorRule = (stored: unknown): FactorRule =>
  FACTOR_RULES.find((rule) => rule === stored) ?? "nobody";

export const isFactorRequired = (rule: FactorRule, role: StaffRole): boolean =>
  rule === "everybody" || (rule === "superadmins" && role === "superadmin");

/** Where a person sets up the factor that is required of them; nothing else opens before. */
export const ENROLL_PATH = "/backyard/second-factor";
