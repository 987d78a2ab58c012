import { svg } from "../ink.ts";
import {
  HERO_HEIGHT,
  HERO_PHONE_HEIGHT,
  HERO_PHONE_WIDTH,
  HERO_WIDTH,
  heroStreet,
  heroStreetPhone,
  heroWave,
} from "./home-hero.ts";

const SHAPES = {
  wide: { width: HERO_WIDTH, height: HERO_HEIGHT, parts: heroStreet },
  phone: { width: HERO_PHONE_WIDTH, height: HERO_PHONE_HEIGHT, parts: heroStreetPhone },
};

/**
 * The street behind the top of the home page. Henry waves three times, by the picture's own style
 * sheet, which reads the visitor's wish for less motion.
 */
export function heroSvg(shape: keyof typeof SHAPES): string {
  const { width, height, parts } = SHAPES[shape];
  const { forearm, elbow } = heroWave[shape];
  const content = parts
    .map((part) => (part === forearm ? `<g class="wave">${part}</g>` : part))
    .join("");
  const style = `<style>@media (prefers-reduced-motion:no-preference){.wave{animation:wave 900ms ease-in-out 1s 3;transform-box:view-box;transform-origin:${elbow[0]}px ${elbow[1]}px}}@keyframes wave{30%{transform:rotate(-12deg)}70%{transform:rotate(10deg)}}</style>`;
  return svg(width, height, content, 4).replace("><g", `>${style}<g`);
}
