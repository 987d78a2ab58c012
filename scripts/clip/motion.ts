import { group } from "../../app/components/mascot/ink.ts";

/**
 * Movement by transforms: the pen rounds points to whole units and lets long lines wobble, so a shape
 * that is drawn again at every frame would tremble.
 */

const round = (value: number) => Math.round(value * 100) / 100;
const clamp = (value: number) => Math.min(1, Math.max(0, value));

/** How far `t` is from `from` to `to`: slow at both ends. */
export function glide(t: number, from: number, to: number): number {
  const x = clamp((t - from) / (to - from));
  return x * x * (3 - 2 * x);
}

/** The same, but from full speed to a stop. */
export const brake = (t: number, from: number, to: number): number =>
  1 - (1 - clamp((t - from) / (to - from))) ** 3;

/** The same, but it shoots a little past its end and comes back. */
export function pop(t: number, from: number, to: number): number {
  const x = clamp((t - from) / (to - from)) - 1;
  return x === -1 ? 0 : 1 + 2.7 * x ** 3 + 1.7 * x ** 2;
}

/** -1 to 1, `perSecond` times; swells and dies within the time from `from` to `to`. */
export const sway = (t: number, perSecond: number, from = -1e3, to = 1e3): number =>
  Math.sin((t - Math.max(from, 0)) * perSecond * 2 * Math.PI) *
  glide(t, from, from + 0.3) *
  (1 - glide(t, to - 0.3, to));

export const moved = (content: string, x: number, y: number): string =>
  group(content, `translate(${round(x)} ${round(y)})`);

export const turned = (content: string, degrees: number, x: number, y: number): string =>
  group(content, `rotate(${round(degrees)} ${x} ${y})`);

/** Moves a drawing to a point and scales it; nothing at a scale of 0. */
export const grown = (content: string, x: number, y: number, scale: number): string =>
  scale < 0.02 ? "" : group(content, `translate(${round(x)} ${round(y)}) scale(${round(scale)})`);

/** Open eyes, and closed ones for a moment every 2 seconds. */
export const blinking = (t: number): "happy" | "blink" => (t % 2 > 1.84 ? "blink" : "happy");
