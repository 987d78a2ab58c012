/** The pen: turns short lists of points into slightly unsteady, hand-drawn looking SVG. */

export const C = {
  ink: "#17313A",
  petrol: "#1D5560",
  deep: "#14424B",
  orange: "#C2410C",
  coral: "#DA8A66",
  sun: "#F6B042",
  pale: "#FBD99F",
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
} as const;

export type Point = readonly [number, number];
type Node = { x: number; y: number; corner: boolean };

/** Integer noise in -1..1 from a place, so that the same line wobbles the same way on every run. */
function noise(x: number, y: number): number {
  let h = (Math.round(x * 10) * 374761393 + Math.round(y * 10) * 668265263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return (((h ^ (h >>> 16)) >>> 0) % 2001) / 1000 - 1;
}

/** "10,20 30,40! 50,20": points of a line, `!` marks a corner. */
function parse(spec: string): Node[] {
  return spec
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x = 0, y = 0] = word.replace("!", "").split(",").map(Number);
      return { x, y, corner: word.endsWith("!") };
    });
}

function withWobble(nodes: Node[], closed: boolean): Node[] {
  const result: Node[] = [];
  nodes.forEach((node, index) => {
    result.push(node);
    const next = nodes[index + 1] ?? (closed ? nodes[0] : undefined);
    if (!next) return;
    const dx = next.x - node.x;
    const dy = next.y - node.y;
    const length = Math.hypot(dx, dy);
    if (length < 56 || !(node.corner && next.corner)) return;
    const drift = noise(node.x + next.x, node.y + next.y) * Math.min(1.6, length / 60);
    if (Math.abs(drift) < 0.5) return;
    result.push({
      x: node.x + dx / 2 - (dy / length) * drift,
      y: node.y + dy / 2 + (dx / length) * drift,
      corner: false,
    });
  });
  return result;
}

/** Numbers in the fewest characters: `.5-3 12`. */
function pack(values: readonly number[]): string {
  let text = "";
  for (const value of values) {
    const word = String(Math.round(value * 10) / 10).replace(/^(-?)0\./, "$1.");
    text += text === "" || word.startsWith("-") ? word : ` ${word}`;
  }
  return text;
}

/**
 * One smooth run through the points (Catmull-Rom), with corners where marked. Coordinates are whole
 * numbers unless `step` is finer.
 */
function run(nodes: Node[], closed: boolean, step: number): string {
  const count = nodes.length;
  const at = (index: number) =>
    nodes[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] as Node;
  const snap = (value: number) => Math.round(value / step) * step;
  const arm = (index: number) =>
    (at(index).corner
      ? [0, 0]
      : [
          snap((at(index + 1).x - at(index - 1).x) / 6),
          snap((at(index + 1).y - at(index - 1).y) / 6),
        ]) as [number, number];
  let [px, py] = [snap(at(0).x), snap(at(0).y)];
  let d = `M${pack([px, py])}`;
  let command = "M";
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [a, b] = [arm(index), arm(index + 1)];
    const to: [number, number] = [snap(at(index + 1).x) - px, snap(at(index + 1).y) - py];
    const end = [to[0] - b[0], to[1] - b[1], ...to];
    const straight = at(index).corner && at(index + 1).corner;
    // Both arms of a point are equal, and after a corner `s` means none: so `s` may always leave
    // the first control point out.
    const next = straight
      ? to[1] === 0
        ? "h"
        : to[0] === 0
          ? "v"
          : "l"
      : index > 0 || (a[0] === 0 && a[1] === 0)
        ? "s"
        : "c";
    if (closed && straight && index === count - 1) break;
    const values = pack(
      next === "h"
        ? [to[0]]
        : next === "v"
          ? [to[1]]
          : straight
            ? to
            : next === "s"
              ? end
              : [...a, ...end],
    );
    d +=
      next === command && !values.startsWith("-")
        ? ` ${values}`
        : next === command
          ? values
          : next + values;
    command = next;
    px += to[0];
    py += to[1];
  }
  return closed ? `${d}z` : d;
}

/** Path data of "x,y x,y! …"; `|` begins another run. */
export function path(spec: string | readonly Point[], closed = true): string {
  if (typeof spec !== "string")
    return run(
      spec.map(([x, y]) => ({ x, y, corner: false })),
      closed,
      1,
    );
  const step = spec.includes(".") ? 0.1 : 1;
  return spec
    .split("|")
    .map((part) => run(withWobble(parse(part), closed), closed, step))
    .join("");
}

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

/** Colour without an outline. */
export function flat(spec: string | readonly Point[], fill: string, opacity?: string): string {
  return el("path", { d: path(spec), fill, opacity, stroke: "none" });
}

/** The one shadow tone: ink, thin, over whatever lies below. */
export function shade(spec: string | readonly Point[]): string {
  return el("path", { d: path(spec), stroke: "none", opacity: ".15" });
}

/** An open ink line. */
export function line(spec: string | readonly Point[], width?: number, colour?: string): string {
  return el("path", { d: path(spec, false), fill: "none", stroke: colour, "stroke-width": width });
}

/**
 * Short brush strokes, thick in the middle: "x,y x,y bend" each, parted by `|`. The bend goes to
 * the left of the way.
 */
export function strokes(spec: string, weight = 3, colour?: string): string {
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
    return `M${pack([x, y])}q${pack([cx, cy, dx, dy])} ${pack([ex, ey, -dx, -dy])}`.replace(
      " -",
      "-",
    );
  });
  return el("path", { d: d.join(""), fill: colour, stroke: colour, "stroke-width": 1.5 });
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

/** Equal ovals without an outline, as one path. */
export function dots(centers: readonly Point[], rx: number, ry: number, fill?: string): string {
  const d = centers.map(
    ([x, y]) =>
      `M${pack([x - rx, y])}a${pack([rx, ry])} 0 1 0 ${2 * rx} 0a${pack([rx, ry])} 0 1 0-${2 * rx} 0`,
  );
  return el("path", { d: d.join(""), fill, stroke: "none" });
}

/**
 * A complete SVG. `weight` is the usual width of its lines; without a title it is decoration,
 * hidden from screen readers.
 */
export function svg(
  width: number,
  height: number,
  content: string,
  weight: number,
  title?: string,
): string {
  const escaped = title?.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const name = escaped ? ' role="img"' : ' aria-hidden="true"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${name}>${escaped ? `<title>${escaped}</title>` : ""}<g fill="${C.ink}" stroke="${C.ink}" stroke-width="${weight}" stroke-linecap="round" stroke-linejoin="round">${content}</g></svg>`;
}
