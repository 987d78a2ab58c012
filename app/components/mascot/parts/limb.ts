import { el } from "../ink.ts";
import { type Point, path } from "../path.ts";

const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
const between = (a: Point, b: Point, t: number): Point => [
  lerp(a[0], b[0], t),
  lerp(a[1], b[1], t),
];

/** The geometry of a bent tube. Positions along it run from 0 at its start to 1 at its end. */
type Tube = {
  /** The center line. */
  getCenter: (t: number) => Point;
  getHalfWidth: (t: number) => number;
  /** The point at `t`, `side` half widths to the side; `extra` units are added to the half width. */
  getPoint: (t: number, side: number, extra?: number) => Point;
  /** Direction at the end, in degrees, 0 = up. */
  angle: number;
};

function createTube(a: Point, b: Point, c: Point, widths: readonly [number, number, number]): Tube {
  const c1 = between(a, b, 0.74);
  const c2 = between(c, b, 0.74);
  const getCenter = (t: number): Point => {
    const u = 1 - t;
    const f = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t] as const;
    return [
      f[0] * a[0] + f[1] * c1[0] + f[2] * c2[0] + f[3] * c[0],
      f[0] * a[1] + f[1] * c1[1] + f[2] * c2[1] + f[3] * c[1],
    ];
  };
  const getHalfWidth = (t: number) =>
    t < 0.5 ? lerp(widths[0], widths[1], t * 2) : lerp(widths[1], widths[2], t * 2 - 1);
  const getPoint = (t: number, side: number, extra = 0): Point => {
    const [x0, y0] = getCenter(Math.max(0, t - 0.02));
    const [x1, y1] = getCenter(Math.min(1, t + 0.02));
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [x, y] = getCenter(t);
    const reach = side * (getHalfWidth(t) + extra);
    return [x - ((y1 - y0) / length) * reach, y + ((x1 - x0) / length) * reach];
  };
  const angle = (Math.atan2(c[1] - c2[1], c[0] - c2[0]) * 180) / Math.PI + 90;
  return { getCenter, getHalfWidth, getPoint, angle };
}

/** Points in whole numbers, for `path`; those at `corners` are corners. */
const formatPoints = (points: readonly Point[], corners: readonly number[]) =>
  points
    .map(
      ([x, y], index) => `${Math.round(x)},${Math.round(y)}${corners.includes(index) ? "!" : ""}`,
    )
    .join(" ");

/**
 * An arm or a leg: a bent tube from `a` over the joint `b` to `c`, with half widths at the three. It is
 * open at `a`, so that it joins the shape below it.
 */
export function limb(a: Point, b: Point, c: Point, widths: readonly [number, number, number]) {
  const { getCenter, getHalfWidth, getPoint, angle } = createTube(a, b, c, widths);
  return {
    angle,
    tube: (from: number, to: number, extra: number, fill: string) => {
      const listSide = (side: number) =>
        [from, (from + to) / 2, to].map((t) => getPoint(t, side, extra));
      const points = [...listSide(1), ...listSide(-1).reverse()];
      return el("path", { d: path(formatPoints(points, [2, 3]), false), fill });
    },
    /** The shadow along one side, tapering off at both ends. */
    shade: (from: number, to: number, extra = 0, side = 1) => {
      const mid = (from + to) / 2;
      const points = [
        getPoint(from, side, extra),
        getPoint(mid, side, extra),
        getPoint(to, side, extra),
        getPoint(mid + 0.04, side * 0.25),
      ];
      return el("path", { d: path(formatPoints(points, [0, 2])), stroke: "none", opacity: ".15" });
    },
    /** A cuff at `t`: `length` units long, at a right angle to the limb. */
    band: (t: number, length: number, extra: number, fill: string) => {
      const [x, y] = getCenter(t);
      const [ex, ey] = getPoint(t, 1);
      const half = getHalfWidth(t);
      const along = [((ey - y) / half) * length, (-(ex - x) / half) * length] as const;
      const move = ([px, py]: Point, factor = 1): Point => [
        px + along[0] * factor,
        py + along[1] * factor,
      ];
      const points = [
        getPoint(t, 1, extra),
        move(getPoint(t, 1, extra)),
        move([x, y], 1.2),
        move(getPoint(t, -1, extra)),
        getPoint(t, -1, extra),
      ];
      return el("path", { d: path(formatPoints(points, [0, 1, 3, 4])), fill });
    },
  };
}
