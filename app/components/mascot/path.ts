/** Turns lists of points into the path data of SVG. */

export type Point = readonly [number, number];
type PathNode = { x: number; y: number; corner: boolean };

/** Noise from -1 to 1 for a point: the same line wobbles the same way each time it is drawn. */
function noise(x: number, y: number): number {
  let h = (Math.round(x * 10) * 374761393 + Math.round(y * 10) * 668265263) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return (((h ^ (h >>> 16)) >>> 0) % 2001) / 1000 - 1;
}

/** "10,20 30,40! 50,20": points of a line, `!` marks a corner. */
function parseNodes(spec: string): PathNode[] {
  return spec
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [x = 0, y = 0] = word.replace("!", "").split(",").map(Number);
      return { x, y, corner: word.endsWith("!") };
    });
}

function withWobble(nodes: PathNode[], closed: boolean): PathNode[] {
  const result: PathNode[] = [];
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
export function formatNumbers(values: readonly number[]): string {
  let text = "";
  for (const value of values) {
    const word = String(Math.round(value * 10) / 10).replace(/^(-?)0\./, "$1.");
    text += text === "" || word.startsWith("-") ? word : ` ${word}`;
  }
  return text;
}

type Vector = readonly [number, number];

/**
 * A path command from one node to the next, relative, with the fewest numbers. `start` and `end` are
 * the control arms of the two nodes.
 */
function formatSegment(options: {
  to: Vector;
  start: Vector;
  end: Vector;
  isStraight: boolean;
  isFirst: boolean;
}): { command: string; numbers: string } {
  const { to, start, end, isStraight, isFirst } = options;
  if (isStraight && to[1] === 0) return { command: "h", numbers: formatNumbers([to[0]]) };
  if (isStraight && to[0] === 0) return { command: "v", numbers: formatNumbers([to[1]]) };
  if (isStraight) return { command: "l", numbers: formatNumbers(to) };
  const target = [to[0] - end[0], to[1] - end[1], ...to];
  // Both arms of a node are equal, and after a corner `s` means no arm: so `s` can always omit the
  // first control point, except at the beginning of a path.
  return isFirst && (start[0] !== 0 || start[1] !== 0)
    ? { command: "c", numbers: formatNumbers([...start, ...target]) }
    : { command: "s", numbers: formatNumbers(target) };
}

/**
 * One smooth curve through the nodes (Catmull-Rom), with corners where marked. Coordinates are whole
 * numbers unless `step` is finer.
 */
function formatCurve(nodes: PathNode[], closed: boolean, step: number): string {
  const count = nodes.length;
  const at = (index: number) =>
    nodes[closed ? (index + count) % count : Math.max(0, Math.min(count - 1, index))] as PathNode;
  const snap = (value: number) => Math.round(value / step) * step;
  const getArm = (index: number): Vector =>
    at(index).corner
      ? [0, 0]
      : [
          snap((at(index + 1).x - at(index - 1).x) / 6),
          snap((at(index + 1).y - at(index - 1).y) / 6),
        ];
  let [x, y] = [snap(at(0).x), snap(at(0).y)];
  let d = `M${formatNumbers([x, y])}`;
  let last = "M";
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const isStraight = at(index).corner && at(index + 1).corner;
    // `z` draws the last straight line.
    if (closed && isStraight && index === count - 1) break;
    const to: Vector = [snap(at(index + 1).x) - x, snap(at(index + 1).y) - y];
    const { command, numbers } = formatSegment({
      to,
      start: getArm(index),
      end: getArm(index + 1),
      isStraight,
      isFirst: index === 0,
    });
    // A repeated command is omitted, and so is the space before a minus sign.
    d += command === last ? (numbers.startsWith("-") ? numbers : ` ${numbers}`) : command + numbers;
    last = command;
    x += to[0];
    y += to[1];
  }
  return closed ? `${d}z` : d;
}

/** Path data of "x,y x,y! …"; `|` begins another curve. */
export function path(spec: string | readonly Point[], closed = true): string {
  if (typeof spec !== "string")
    return formatCurve(
      spec.map(([x, y]) => ({ x, y, corner: false })),
      closed,
      1,
    );
  const step = spec.includes(".") ? 0.1 : 1;
  return spec
    .split("|")
    .map((part) => formatCurve(withWobble(parseNodes(part), closed), closed, step))
    .join("");
}
