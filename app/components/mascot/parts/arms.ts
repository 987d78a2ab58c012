import { C, dot, group } from "../ink.ts";
import type { Point } from "../path.ts";
import { type Hand, hands } from "./hands.ts";
import { limb } from "./limb.ts";

/**
 * `left` and `right` are the viewer's. `held` is drawn below the fingers, in the hand's own
 * coordinates: wrist at (0, 0), fingers up, thumb to the right (`flip` turns the thumb to the
 * left).
 */
export type Arm = {
  elbow: Point;
  wrist: Point;
  hand: Hand;
  turn?: number;
  flip?: boolean;
  held?: string;
};

const shoulders: { left: Point; right: Point } = { left: [150, 243], right: [251, 243] };

/** The sleeve lies below the bib, the forearm above it. */
export function arm(
  side: "left" | "right",
  { elbow, wrist, hand, turn = 0, flip = false, held = "" }: Arm,
): { sleeve: string; forearm: string } {
  const bent = limb(shoulders[side], elbow, wrist, [15, 19.5, 12.5]);
  const angle = Math.round(bent.angle + turn);
  const grip = hands[hand];
  const joint = turn ? dot(wrist[0], wrist[1], 11, C.skin) : "";
  const place = `translate(${wrist[0]} ${wrist[1]}) rotate(${angle})${flip ? " scale(-1 1)" : ""}`;
  return {
    sleeve: bent.tube(0, 0.39, 2, C.sun) + bent.shade(0.02, 0.39, 2),
    forearm:
      bent.tube(0.44, 1, 0, C.skin) +
      bent.shade(0.44, 1) +
      joint +
      group(grip.below + held + grip.above, place) +
      bent.band(0.38, 10, 3, C.pale),
  };
}
