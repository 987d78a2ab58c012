import { formatNumbers, type Point, path } from "./path.ts";

/** The pen: turns short lists of points into SVG that looks drawn by hand. */

/** The palette of the drawings. */
export const C = {
  ink: "#17313A",
  petrol: "#1D5560",
  deep: "#14424B",
  orange: "#C2410C",
  coral: "#DA8A66",
  sun: "#F6B042",
  pale: "#FBD99F",
  amber: "#DB9630",
  cream: "#FFF8EE",
  sand: "#F3E7D3",
  skin: "#E9B68C",
  tan: "#D79A6C",
  belt: "#8A5A2B",
  bark: "#6B4420",
  white: "#fff",
  metal: "#9DB6BB",
  mist: "#D8E4E6",
  green: "#2F7D4F",
  leaf: "#82B195",
  grass: "#A9C58F",
  sky: "#C5E0E2",
  water: "#8FC1CC",
  dusk: "#F0AE86",
  night: "#1B4250",
  brick: "#B4573D",
  stone: "#CDC3B2",
  wall: "#E7EFE9",
  /** Light floors: the page itself is cream and sand, where a scene would lose its edge. */
  oak: "#E2C99F",
} as const;

type Attributes = Record<string, string | number | undefined>;

export function el(tag: string, attributes: Attributes): string {
  const text = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? "" : ` ${key}="${value}"`))
    .join("");
  return `<${tag}${text}/>`;
}

export function group(content: string, transform?: string): string {
  return transform ? `<g transform="${transform}">${content}</g>` : content;
}

/** A filled shape with an ink outline. */
export function shape(spec: string | readonly Point[], fill: string, width?: number): string {
  return el("path", { d: path(spec), fill, "stroke-width": width });
}

/** Color without an outline. */
export function flat(spec: string | readonly Point[], fill: string, opacity?: string): string {
  return el("path", { d: path(spec), fill, opacity, stroke: "none" });
}

/** A shadow: translucent ink over whatever is below. */
export function shade(spec: string | readonly Point[]): string {
  return el("path", { d: path(spec), stroke: "none", opacity: ".15" });
}

/** An open ink line. */
export function line(spec: string | readonly Point[], width?: number, color?: string): string {
  return el("path", { d: path(spec, false), fill: "none", stroke: color, "stroke-width": width });
}

/**
 * Short brush strokes, thick in the middle: "x,y x,y bend" each, separated by `|`. A stroke bends
 * to its left.
 */
export function strokes(spec: string, weight = 3, color?: string): string {
  const d = spec.split("|").map((part) => {
    const [x = 0, y = 0, x2 = 0, y2 = 0, bend = 0] = part
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    const [dx, dy] = [x2 - x, y2 - y];
    const length = Math.hypot(dx, dy) || 1;
    const mid = (offset: number) =>
      [dx / 2 + (dy / length) * offset, dy / 2 - (dx / length) * offset] as const;
    const [ax, ay] = mid(bend * 2 + weight);
    const [bx, by] = mid(bend * 2 - weight);
    const fine = weight < 2.5 ? 1 : 0.1;
    const [cx, cy, ex, ey] = [ax, ay, bx - dx, by - dy].map(
      (value) => Math.round(value * 10 * fine) / 10 / fine,
    ) as [number, number, number, number];
    return `M${formatNumbers([x, y])}q${formatNumbers([cx, cy, dx, dy])} ${formatNumbers([ex, ey, -dx, -dy])}`.replace(
      " -",
      "-",
    );
  });
  return el("path", { d: d.join(""), fill: color, stroke: color, "stroke-width": 1.5 });
}

export function dot(
  x: number,
  y: number,
  rx: number,
  fill: string,
  ry = rx,
  outline = false,
): string {
  const style = { fill: fill === C.ink ? undefined : fill, stroke: outline ? undefined : "none" };
  return rx === ry
    ? el("circle", { cx: x, cy: y, r: rx, ...style })
    : el("ellipse", { cx: x, cy: y, rx, ry, ...style });
}

/** Ovals of the same size without an outline, as one path. */
export function dots(centers: readonly Point[], rx: number, ry: number, fill?: string): string {
  const d = centers.map(
    ([x, y]) =>
      `M${formatNumbers([x - rx, y])}a${formatNumbers([rx, ry])} 0 1 0 ${2 * rx} 0a${formatNumbers([rx, ry])} 0 1 0-${2 * rx} 0`,
  );
  return el("path", { d: d.join(""), fill, stroke: "none" });
}

/**
 * A complete SVG. `weight` is its default line width; without a title it is decoration, hidden
 * from screen readers.
 */
export function svg(
  width: number,
  height: number,
  content: string,
  weight: number,
  title?: string,
  attributes = "",
): string {
  const escaped = title?.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const name = escaped ? ' role="img"' : ' aria-hidden="true"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${attributes}${name}>${escaped ? `<title>${escaped}</title>` : ""}<g fill="${C.ink}" stroke="${C.ink}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>`;
}
