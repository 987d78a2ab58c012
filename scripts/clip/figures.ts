import { C, dot, group, line, shape } from "../../app/components/mascot/ink.ts";
import { type Arm, arm } from "../../app/components/mascot/parts/arms.ts";
import { legs, neck, overalls, shirt } from "../../app/components/mascot/parts/body.ts";
import { type Expression, head } from "../../app/components/mascot/parts/head.ts";
import { thicken } from "../../app/components/mascot/scenes/home-people.ts";
import { turned } from "./motion.ts";

/** People and things of the clip that more than one shot shows. */

/** Henry's parts in the units of `poses.ts`: neck at (200, 205), boots down to 460. */
type HenryParts = {
  body: string;
  left: { sleeve: string; forearm: string };
  right: { sleeve: string; forearm: string };
};

/** `turn`: degrees that the right forearm is turned around its elbow. */
export function buildHenryParts(options: {
  face: Expression;
  tilt: number;
  left: Arm;
  right: Arm;
  turn?: number;
  hasLegs?: boolean;
}): HenryParts {
  const right = arm("right", options.right);
  const [x, y] = options.right.elbow;
  const stance = legs(
    { knee: [162, 398], ankle: [158, 436], toes: 0 },
    { knee: [239, 398], ankle: [243, 436], toes: 0 },
  );
  return {
    body:
      (options.hasLegs ? stance : "") +
      neck +
      shirt +
      overalls +
      head(options.face, Math.round(options.tilt * 100) / 100),
    left: arm("left", options.left),
    right: { ...right, forearm: turned(right.forearm, options.turn ?? 0, x, y) },
  };
}

/** Parts of Henry with the base of his neck at (x, y), their lines as thick as those of the scene. */
export const placeHenry = (content: string, x: number, y: number, scale: number): string =>
  group(
    thicken(`<g stroke-width="4">${content}</g>`, 1 / scale),
    `translate(${x - 200 * scale} ${y - 205 * scale}) scale(${scale})`,
  );

/** In a hand's coordinates. */
export const mobile = shape(
  "-34,-34! -30,-38! 32,-38! 36,-34! 36,-10! 32,-6! -30,-6! -34,-10!",
  C.deep,
  4,
);

/** A check mark around (0, 0) in a green disc, 26 units to its edge. */
export const checkDisc =
  dot(0, 0, 26, C.green, 26, true) + line("-12,0! -3,10! 13,-11!", 7, C.white);
