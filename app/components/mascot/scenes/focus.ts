export type Side = "left" | "right";

/**
 * The side of a scene that stays in view where its box is narrower than the drawing. Most scenes
 * keep their middle; named are those whose face, hands or telling object would be cut there. In a
 * wider box the upper and lower edges go: heads and what tells the story stay between y 60 and 260.
 */
export const SIDES = {
  electrician: "left",
  solar: "left",
  "air-conditioning": "left",
  "carpet-cleaning": "left",
  "pressure-washing": "left",
  "junk-removal": "left",
  siding: "left",
  "swimming-pools": "left",
  "foundation-repair": "left",
  "shade-structures": "left",
  "auto-body-repair": "left",
  "maid-service": "right",
  "air-duct-cleaning": "right",
  "fire-damage-restoration": "right",
  remodeling: "right",
  flooring: "right",
  gutters: "right",
  decks: "right",
  "window-replacement": "right",
  "garage-doors": "right",
  blinds: "right",
  concrete: "right",
  "oil-change": "right",
  "body-paint": "right",
  "auto-paint": "right",
  "auto-detailing": "right",
  towing: "right",
  thanks: "right",
} as const satisfies Record<string, Side>;
