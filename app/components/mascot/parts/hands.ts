import { C, line, shape, strokes } from "../ink.ts";
import { path } from "../path.ts";

export type Hand = "open" | "fist" | "thumb" | "rest" | "grip" | "hold" | "flat";

/**
 * Wrist at (0, 0), fingers up (towards -y), thumb to the right. The wrist stays open towards the
 * arm.
 */
function skin(spec: string): string {
  return `<path d="${path(spec, false)}" fill="${C.skin}"/>`;
}

const open =
  skin(
    "-12,5! -17,-10 -28,-28 -27,-36 -20,-36 -12,-22! -16,-44 -12,-51 -5,-49 -1,-25! 5,-48 11,-52 17,-46 12,-20! 20,-26 30,-31 35,-25 28,-13 17,-1 12,6!",
  ) + strokes("-8,-10 8,-14 3", 2.2);

const fist =
  skin("-12,5! -18,-8 -20,-24 -14,-35 0,-39 14,-36 21,-24 18,-8 12,5!") +
  strokes("-8,-37 -7,-25 1|1,-38 1,-26 1|10,-37 9,-25 1", 2.4);

/** Fingers folded towards the viewer, thumb straight up. */
const thumb =
  skin(
    "-11,5! -18,-4 -22,-14 -21,-30 -14,-36 0,-37! -4,-52 -1,-63 8,-65 13,-57 12,-42 17,-32 19,-16 16,-3 12,5!",
  ) +
  shape(
    "-14,-37 -23,-34 -24,-28 -16,-26 2,-27 5,-32 0,-38|-17,-26 -25,-22 -24,-16 -16,-14 2,-16 4,-22 1,-27|-17,-15 -23,-10 -20,-4 -14,-3 0,-4 4,-10 1,-15",
    C.skin,
    3.6,
  );

/** Hanging loosely: fingers together, thumb in front. */
const rest =
  skin("-12,4! -17,-10 -17,-26 -11,-39 0,-42 10,-37 14,-24 14,-8 12,4!") +
  line("3,-7 9,-21 14,-29 19,-25 18,-14 11,-3", 4) +
  strokes("-5,-41 -6,-28 1|3,-42 2,-31 1", 2.2);

/** Around a handle that lies across the palm (along x at y = -20): the fingers close over it. */
const gripBelow = skin("-12,5! -18,-6 -19,-22 -13,-33 0,-35 13,-33 19,-22 17,-6 12,5!");
const gripAbove = shape(
  "-17,-33 -7,-33 -7,-12 -17,-12|-6,-35 5,-35 5,-10 -6,-10|6,-34 17,-32 17,-13 6,-12",
  C.skin,
  3.6,
);

/** Behind a board that lies above y = -12: only the thumb is in front of it. */
const holdAbove = shape("12,-2 8,-14 10,-27 17,-29 20,-22 19,-8", C.skin, 4);

/** A hand laid on something: fingers together, seen from its back. */
const flatHand =
  skin("-12,5! -18,-8 -19,-26 -15,-38 -4,-43 8,-39 14,-30 22,-24 24,-15 17,-9 12,5!") +
  strokes("-8,-40 -8,-27 1|2,-42 1,-28 1|12,-30 9,-20 -1", 2.2);

export const hands: Record<Hand, { below: string; above: string }> = {
  open: { below: "", above: open },
  fist: { below: "", above: fist },
  thumb: { below: "", above: thumb },
  rest: { below: "", above: rest },
  grip: { below: gripBelow, above: gripAbove },
  hold: { below: gripBelow, above: holdAbove },
  flat: { below: "", above: flatHand },
};
