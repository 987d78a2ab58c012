/**
 * Values of the tools' data, in a separate file so that the browser gets them without a schema
 * library.
 */
export const PROJECT_CATEGORIES = [
  "remodeling",
  "exterior",
  "hvac",
  "interior",
  "plumbing",
  "electrical",
] as const;
export const PROJECT_SIZES = ["small", "medium", "large", "extra-large"] as const;

export const HOME_TYPES = ["house", "townhouse", "condo", "mobile-home"] as const;
export const HOME_AGES = ["under-10", "10-to-30", "over-30"] as const;
export const CLIMATES = ["hot-humid", "hot-dry", "mixed", "cold"] as const;
export const HOME_SYSTEMS = [
  "central-air",
  "furnace-boiler",
  "heat-pump",
  "evaporative-cooler",
  "gas-appliances",
  "water-heater-tank",
  "water-heater-tankless",
  "fireplace",
  "gutters",
  "sump-pump",
  "septic-tank",
  "well",
  "sprinkler-system",
  "deck-wood-siding",
  "pool",
  "generator",
] as const;
export const UPKEEP_PRIORITIES = ["High", "Medium", "Low"] as const;
export const UPKEEP_DOERS = ["yourself", "pro"] as const;

export const ENERGY_USES = ["heating", "cooling", "water", "lighting"] as const;
