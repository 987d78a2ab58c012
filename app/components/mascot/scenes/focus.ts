export type Side = "left" | "right" | "top";

/**
 * The side of a scene that stays in view where its box has another shape than the drawing: left and
 * right count in a narrower box, the top in a wider one. Most scenes keep their middle; named are those
 * whose face, hands or telling object would be cut there.
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
  "provider-signup": "top",
} as const satisfies Record<string, Side>;
