import type { StaffRole } from "./constants.ts";

/** Which roles must have a second factor. */
export const FACTOR_RULES = ["nobody", "superadmins", "everybody"] as const;
export type FactorRule = (typeof FACTOR_RULES)[number];

/** Parses a stored rule; the default where none is stored. */
export const readFactorRule = (stored: unknown): FactorRule =>
  FACTOR_RULES.find((rule) => rule === stored) ?? "nobody";

export const isFactorRequired = (rule: FactorRule, role: StaffRole): boolean =>
  rule === "everybody" || (rule === "superadmins" && role === "superadmin");

/**
 * The page where a person sets up a required second factor; every other page redirects to it until
 * then.
 */
export const ENROLL_PATH = "/backyard/second-factor";
