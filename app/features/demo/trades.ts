/** Services that one company offers, and the word for them in its name. */
export type Trade = { label: string; slugs: readonly string[]; weight: number };

export const TRADES: readonly Trade[] = [
  {
    label: "Plumbing",
    slugs: ["plumbing", "water-damage-restoration", "waterproofing"],
    weight: 6,
  },
  {
    label: "Heating & Air",
    slugs: ["air-conditioning", "heating", "insulation", "air-duct-cleaning"],
    weight: 6,
  },
  { label: "Electric", slugs: ["electrician", "generators", "solar"], weight: 5 },
  { label: "Roofing", slugs: ["roofing", "gutters", "siding"], weight: 5 },
  {
    label: "Auto Repair",
    slugs: ["auto-repair", "brake-service", "oil-change", "transmission-service"],
    weight: 4,
  },
  { label: "Home Repair", slugs: ["handyman", "drywall", "painting", "carpentry"], weight: 4 },
  { label: "Cleaning", slugs: ["carpet-cleaning", "pressure-washing", "maid-service"], weight: 3 },
  {
    label: "Yard & Tree",
    slugs: ["landscaping", "lawncare", "tree-service", "fencing"],
    weight: 3,
  },
  { label: "Pest Control", slugs: ["pest-control", "wildlife-removal"], weight: 2 },
  {
    label: "Kitchen & Bath",
    slugs: ["kitchen-remodeling", "bath-remodeling", "flooring", "cabinets"],
    weight: 3,
  },
  { label: "Towing & Tire", slugs: ["towing", "tire-service", "wheel-alignment"], weight: 2 },
  {
    label: "Window & Door",
    slugs: ["window-replacement", "door-installation", "garage-doors"],
    weight: 3,
  },
];

/**
 * Cities where the demo's companies work; most requests come from there, since that is where a
 * business advertises.
 */
export const MARKETS: readonly string[] = [
  "Atlanta",
  "Marietta",
  "Houston",
  "Dallas",
  "Phoenix",
  "Chicago",
  "Tampa",
  "Charlotte",
  "Philadelphia",
  "Denver",
];

/** Services with trouble that cannot wait; no other request is an emergency. */
export const URGENT_SLUGS: ReadonlySet<string> = new Set([
  "plumbing",
  "water-damage-restoration",
  "air-conditioning",
  "heating",
  "electrician",
  "roofing",
  "tree-service",
  "towing",
  "fire-damage-restoration",
  "garage-doors",
  "auto-glass",
]);

/** Work that people plan for months. */
export const PLANNED_SLUGS: ReadonlySet<string> = new Set([
  "kitchen-remodeling",
  "bath-remodeling",
  "bath-conversions",
  "basement-remodeling",
  "remodeling",
  "cabinets",
  "flooring",
  "painting",
  "solar",
  "insulation",
  "window-replacement",
  "landscaping",
  "fencing",
  "decks",
  "swimming-pools",
  "outdoor-kitchens",
  "sunrooms",
  "patio-covers",
  "carports",
  "screen-rooms",
  "shade-structures",
  "auto-paint",
  "trailers",
]);
