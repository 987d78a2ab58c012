import type { SearchHit } from "./schema.ts";

type Grouped = Pick<SearchHit, "kind" | "scene">;

/** The best hit, then quizzes for those who do not know what it is, then all other pages. */
export function groupHits<Hit extends Grouped>([best, ...others]: readonly Hit[]) {
  // A quiz has the picture of its main service: those of the best hit come first.
  const isNear = ({ scene }: Hit) => scene === best?.scene;
  return {
    best,
    quizzes: others
      .filter(({ kind }) => kind === "Quiz")
      .sort((a, b) => Number(isNear(b)) - Number(isNear(a))),
    pages: others.filter(({ kind }) => kind !== "Quiz"),
  };
}

/** All hits of the groups, in their order. */
export function orderByGroup<Hit extends Grouped>(hits: readonly Hit[]): Hit[] {
  const { best, quizzes, pages } = groupHits(hits);
  return best ? [best, ...quizzes, ...pages] : [];
}
