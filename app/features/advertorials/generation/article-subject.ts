import type { ServiceFacts } from "#app/features/catalog/find-service.server.ts";
import type { FaultTree } from "#app/features/quizzes/generation/fault-tree-schema.ts";

/** A price line of a service page, with the causes that it covers. */
export type PriceLine = { label: string; range: string; causes: string[] };

type Common = {
  service: ServiceFacts;
  /** The topic in the words of a keyword of the subject; null where it contains none. */
  phrase: string | null;
  prices: PriceLine[];
};

/** The subject of an article, with everything that the site knows about it. */
export type Subject =
  | (Common & {
      kind: "tree";
      tree: FaultTree;
      /** What the topic is about, as stems. */
      words: string[];
      /** The public quiz of the tree. */
      quiz: { title: string; slug: string } | null;
      /** The lines of those written for the whole service that belong to the problem, or the nearest. */
      selectLines: (lines: readonly string[], min: number) => string[];
    })
  | (Common & {
      kind: "service";
      /** Fault trees of the service. */
      problems: FaultTree[];
    });
