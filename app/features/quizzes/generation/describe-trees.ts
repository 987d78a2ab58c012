import type { FaultTree } from "./fault-tree-schema.ts";
import { calculatePriors } from "./tree-weights.ts";

/** Fault trees as text for the prompt of a model. */

/** About 2,000 tokens, which every prompt of a quiz costs. */
const MAX_CHARACTERS = 8_000;

/**
 * Whole lines; `rank`: of what does not fit, the highest is left out first. `about`: the piece
 * without which it says nothing.
 */
type Piece = { lines: string[]; rank: number; about?: Piece };

/**
 * Describes trees, each in the same part of the limit: dangers and urgent causes first, then what
 * the other causes are, the most common first, then what to do about each. A line is whole or left
 * out.
 */
export const describeTrees = (
  trees: readonly FaultTree[],
  maxCharacters: number = MAX_CHARACTERS,
): string =>
  trees
    .map((tree) => describeTree(tree, Math.floor(maxCharacters / trees.length) - 1))
    .join("\n\n");

function describeTree(tree: FaultTree, maxCharacters: number): string {
  const priors = calculatePriors(tree);
  const causes = tree.causes.toSorted((a, b) => b.share - a.share);
  const pieces: Piece[] = [
    { lines: [`Subject: ${tree.title}`, "Causes, the most common first:"], rank: 0 },
    ...causes.flatMap((cause) => describeCause(cause, priors[cause.key] ?? 0)),
    { lines: ["Dangers, each with what to do at once:"], rank: 0 },
    ...tree.safety
      .filter(({ urgency }) => urgency === "high")
      .map((rule) => ({ lines: describeDanger(rule), rank: 1 })),
  ];
  const kept = new Set<Piece>();
  let left = maxCharacters;
  for (const piece of pieces.toSorted((a, b) => a.rank - b.rank)) {
    const size = piece.lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (size > left || (piece.about && !kept.has(piece.about))) continue;
    kept.add(piece);
    left -= size;
  }
  return pieces
    .filter((piece) => kept.has(piece))
    .flatMap(({ lines }) => lines)
    .join("\n");
}

function describeCause(cause: FaultTree["causes"][number], prior: number): Piece[] {
  const { diagnosis, urgency, timeframe, waiting, nextSteps, proSteps, safetyLines } = cause;
  const isUrgent = urgency === "high";
  const name: Piece = {
    lines: [
      `- "${diagnosis}": ${Math.max(1, Math.round(prior * 100))}%, ${urgency} urgency, ${timeframe}`,
      ...safetyLines.map((line) => `  must be said: ${line}`),
    ],
    rank: isUrgent ? 1 : 2,
  };
  const advice: Piece = {
    lines: [
      ...(waiting ? [`  waiting: ${waiting}`] : []),
      ...nextSteps.map((step) => `  visitor may: ${step}`),
      ...proSteps.map((step) => `  professional: ${step}`),
    ],
    rank: isUrgent ? 3 : 4,
    about: name,
  };
  return [name, advice];
}

const describeDanger = ({
  headline,
  call911,
  alsoCall,
  instruction,
}: FaultTree["safety"][number]): string[] => [
  `- ${headline}${call911 ? ", call 911" : ""}${alsoCall ? `, also call ${alsoCall}` : ""}:`,
  ...instruction.split("\n").map((step, at) => `  ${at + 1}. ${step}`),
];
