import { el } from "../ink.ts";
import { type Point, path } from "../path.ts";

const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
const between = (a: Point, b: Point, t: number): Point => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
];

/**
 * An arm or a leg: a bent tube from `a` over the joint `b` to `c`, with half widths at the three.
 * Positions along it run from 0 at `a` to 1 at `c`. It is open at `a`, so that it joins
 * the shape below it.
 */
export function limb(a: Point, b: Point, c: Point, widths: readonly [number, number, number]) {
  const c1 = between(a, b, 0.74);
  const c2 = between(c, b, 0.74);
  const axis = (t: number): Point => {
    const u = 1 - t;
    const f = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
    return [
      f[0] * a[0] + f[1] * c1[0] + f[2] * c2[0] + f[3] * c[0],
      f[0] * a[1] + f[1] * c1[1] + f[2] * c2[1] + f[3] * c[1],
    ];
  };
  const half = (t: number) =>
    t < 0.5 ? lerp(widths[0], widths[1], t * 2) : lerp(widths[1], widths[2], t * 2 - 1);
  /** The point at `t`, `side` half widths (and `extra` units more) to the side. */
  const at = (t: number, side: number, extra = 0): Point => {
    const [x0, y0] = axis(Math.max(0, t - 0.02));
    const [x1, y1] = axis(Math.min(1, t + 0.02));
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [x, y] = axis(t);
    const reach = side * (half(t) + extra);
    return [x - ((y1 - y0) / length) * reach, y + ((x1 - x0) / length) * reach];
  };
  const side = (from: number, to: number, which: number, extra = 0) => {
    const count = 2;
    return Array.from({ length: count + 1 }, (_, index) =>
      at(lerp(from, to, index / count), which, extra),
    );
  };
  const spec = (points: readonly Point[], corners: readonly number[]) =>
    points
      .map(
        ([x, y], index) => `${Math.round(x)},${Math.round(y)}${corners.includes(index) ? "!" : ""}`,
      )
      .join(" ");
  return {
    at,
    /** Direction of the end, in degrees, 0 = up. */
    angle: (Math.atan2(c[1] - c2[1], c[0] - c2[0]) * 180) / Math.PI + 90,
    tube: (from: number, to: number, extra: number, fill: string, width?: number) => {
      const there = side(from, to, 1, extra);
      const back = side(from, to, -1, extra).reverse();
      return el("path", {
        d: path(spec([...there, ...back], [there.length - 1, there.length]), false),
        fill,
        "stroke-width": width,
      });
    },
    /** The shadow along one side, tapering off at both ends. */
    shade: (from: number, to: number, extra = 0, which = 1) => {
      const mid = (from + to) / 2;
      const points = [
        at(from, which, extra),
        at(mid, which, extra),
        at(to, which, extra),
        at(mid + 0.04, which * 0.25),
      ];
      return el("path", { d: path(spec(points, [0, 2])), stroke: "none", opacity: ".15" });
    },
    /** A cuff at `t`: `length` units long, at a right angle to the limb. */
    band: (t: number, length: number, extra: number, fill: string) => {
      const [x, y] = axis(t);
      const [ex, ey] = at(t, 1);
      const along = [((ey - y) / half(t)) * length, (-(ex - x) / half(t)) * length] as const;
      const move = ([px, py]: Point, factor = 1): Point => [
        px + along[0] * factor,
        py + along[1] * factor,
      ];
      const points = [
        at(t, 1, extra),
        move(at(t, 1, extra)),
        move([x, y], 1.2),
        move(at(t, -1, extra)),
        at(t, -1, extra),
      ];
      return el("path", { d: path(spec(points, [0, 1, 3, 4])), fill });
    },
  };
}
