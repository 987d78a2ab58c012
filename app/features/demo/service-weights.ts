type Season = "flat" | "summer" | "winter" | "spring" | "fall";

/** Demand by month, January first; 1 is an average month. */
export const SEASONS: Record<Season, readonly number[]> = {
  flat: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  summer: [0.3, 0.3, 0.5, 0.9, 1.5, 2.1, 2.4, 2.0, 1.2, 0.6, 0.3, 0.3],
  winter: [2.2, 1.9, 1.2, 0.6, 0.3, 0.2, 0.2, 0.3, 0.7, 1.5, 1.9, 2.1],
  spring: [0.6, 0.8, 1.5, 1.8, 1.6, 1.2, 0.9, 0.8, 0.9, 0.9, 0.6, 0.5],
  fall: [0.7, 0.7, 0.8, 0.9, 0.9, 0.9, 0.9, 1.0, 1.5, 1.8, 1.4, 0.8],
};

/**
 * Services with more demand than others, and those with a season; the others have weight 1 all year.
 */
export const SERVICE_WEIGHTS: Record<string, { weight: number; season?: Season }> = {
  plumbing: { weight: 15 },
  "air-conditioning": { weight: 14, season: "summer" },
  roofing: { weight: 10, season: "spring" },
  electrician: { weight: 10 },
  heating: { weight: 9, season: "winter" },
  handyman: { weight: 7 },
  "auto-repair": { weight: 7 },
  "carpet-cleaning": { weight: 5, season: "spring" },
  "water-damage-restoration": { weight: 4 },
  "pest-control": { weight: 5, season: "summer" },
  painting: { weight: 4, season: "spring" },
  "bath-remodeling": { weight: 4 },
  "kitchen-remodeling": { weight: 3 },
  "window-replacement": { weight: 3, season: "fall" },
  "garage-doors": { weight: 3 },
  landscaping: { weight: 3, season: "spring" },
  lawncare: { weight: 3, season: "spring" },
  "tree-service": { weight: 3, season: "fall" },
  gutters: { weight: 3, season: "fall" },
  "junk-removal": { weight: 2 },
  "maid-service": { weight: 3 },
  flooring: { weight: 2 },
  "brake-service": { weight: 3 },
  "oil-change": { weight: 2 },
  towing: { weight: 3, season: "winter" },
  "tire-service": { weight: 2, season: "fall" },
  "swimming-pools": { weight: 2, season: "summer" },
  insulation: { weight: 2, season: "fall" },
  "chimney-cleaning": { weight: 2, season: "fall" },
  solar: { weight: 2, season: "spring" },
  "mold-removal": { weight: 2 },
};
