import { createRandom } from "#app/lib/seeded-random.ts";
import { DANGER_QUESTION, type FaultTree } from "./fault-tree-schema.ts";
import { calculateAnswerShares, calculatePriors } from "./tree-weights.ts";

type TreeQuestion = FaultTree["questions"][number];

/** Imagined visitors for whom the information of a question is averaged. */
const VISITORS = 250;

/** By tree: its questions, those first that a short quiz asks first. */
const rankings = new WeakMap<FaultTree, TreeQuestion[]>();

/**
 * Chooses the questions of a quiz, in the order of the tree: the danger question, those that a
 * danger or the advice depends on, and then, one after another, the question that is expected to
 * say most about the cause after the answers to those already chosen. Deterministic.
 */
export function chooseQuestions(tree: FaultTree, count: number): TreeQuestion[] {
  const ranking = rankings.get(tree) ?? rankQuestions(tree);
  rankings.set(tree, ranking);
  const chosen = new Set(ranking.slice(0, count));
  return tree.questions.filter((question) => chosen.has(question));
}

function rankQuestions(tree: FaultTree): TreeQuestion[] {
  const ranking = listRequired(tree);
  const left = new Set(tree.questions.filter((question) => !ranking.includes(question)));
  const visitors = new Visitors(tree);
  for (const question of ranking) visitors.answer(question);
  while (left.size > 0) {
    const [best] = [...left]
      .map((question) => ({ question, entropy: visitors.measureEntropyAfter(question) }))
      .sort((a, b) => a.entropy - b.entropy);
    if (!best) break;
    left.delete(best.question);
    ranking.push(best.question);
    if (left.size > 0) visitors.answer(best.question);
  }
  return ranking;
}

/** The danger question, then those of dangers in later answers, then those that are always asked. */
function listRequired({ questions, safety }: FaultTree): TreeQuestion[] {
  const inDangers = new Set(
    safety.filter(({ urgency }) => urgency === "high").flatMap(({ when }) => Object.keys(when)),
  );
  const rank = ({ key, always }: TreeQuestion) =>
    key === DANGER_QUESTION ? 0 : inDangers.has(key) ? 1 : always ? 2 : 3;
  return questions.filter((question) => rank(question) < 3).toSorted((a, b) => rank(a) - rank(b));
}

/** Visitors whose causes are as common as the tree says, and what is known about each of them. */
class Visitors {
  readonly #random = createRandom(1);
  readonly #causes: string[];
  readonly #own: number[];
  /** By visitor: the probability of each cause after the answers so far. */
  readonly #known: Float64Array[];

  constructor(tree: FaultTree) {
    const priors = calculatePriors(tree);
    this.#causes = tree.causes.map(({ key }) => key);
    const shares = this.#causes.map((key) => priors[key] ?? 0);
    this.#own = Array.from({ length: VISITORS }, () => drawIndex(shares, this.#random));
    this.#known = this.#own.map(() => Float64Array.from(shares));
  }

  answer(question: TreeQuestion): void {
    const shares = this.#listShares(question);
    for (const [visitor, own] of this.#own.entries()) {
      const answer = drawIndex(shares[own] ?? [], this.#random);
      const known = this.#known[visitor];
      if (!known) continue;
      let total = 0;
      for (let cause = 0; cause < known.length; cause++) {
        known[cause] = (known[cause] ?? 0) * (shares[cause]?.[answer] ?? 0);
        total += known[cause] ?? 0;
      }
      for (let cause = 0; cause < known.length; cause++) known[cause] = (known[cause] ?? 0) / total;
    }
  }

  /** The expected uncertainty about the cause, in nats, after the answer to this question. */
  measureEntropyAfter(question: TreeQuestion): number {
    const shares = this.#listShares(question);
    const joint = new Float64Array(this.#causes.length);
    let entropy = 0;
    for (const known of this.#known)
      for (let option = 0; option < question.options.length; option++) {
        let total = 0;
        for (let cause = 0; cause < joint.length; cause++) {
          joint[cause] = (known[cause] ?? 0) * (shares[cause]?.[option] ?? 0);
          total += joint[cause] ?? 0;
        }
        for (const value of joint) if (value > 0) entropy -= value * Math.log(value / total);
      }
    return entropy / VISITORS;
  }

  readonly #listShares = (question: TreeQuestion): number[][] =>
    this.#causes.map((cause) => calculateAnswerShares(question, cause));
}

/** Draws an index with the probability of its odds. */
export function drawIndex(odds: readonly number[], random: () => number): number {
  let left = random() * odds.reduce((sum, value) => sum + value, 0);
  const index = odds.findIndex((value) => {
    left -= value;
    return left <= 0;
  });
  return Math.max(0, index);
}
