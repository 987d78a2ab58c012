import type { WorkerArm } from "./worker.ts";

const normalize = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/**
 * The arm with its hand turned so that the working end of the held tool points to `degrees`: 0 is
 * right, 90 down. The hand is flipped when that bends the wrist less.
 */
export function aim<Arm extends WorkerArm>(arm: Arm, degrees: number): Arm {
  const [dx, dy] = [arm.wrist[0] - arm.elbow[0], arm.wrist[1] - arm.elbow[1]];
  const forearm = (Math.atan2(dy, dx) * 180) / Math.PI;
  const turn = Math.round(normalize(degrees - forearm - 90));
  const flipped = normalize(turn + 180);
  return Math.abs(turn) <= Math.abs(flipped)
    ? { ...arm, turn }
    : { ...arm, turn: flipped, flip: true };
}
