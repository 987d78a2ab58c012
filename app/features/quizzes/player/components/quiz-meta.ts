import { buildBreadcrumbData, jsonLd } from "#app/components/ui/structured-data.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import { truncateAtWord } from "#app/lib/truncate-at-word.ts";
import { QUIZZES_PATH, quizPath } from "../../constants.ts";
import type { PublicQuiz } from "../../published.server.ts";

const MAX_TITLE = 60;
const MAX_DESCRIPTION = 155;

export const quizCrumbs = ({ slug, title }: Pick<PublicQuiz, "slug" | "title">) => [
  { name: "Home", path: "/" },
  { name: "Resources", path: "/resources" },
  { name: "Articles & Quizzes", path: QUIZZES_PATH },
  { name: title, path: quizPath(slug) },
];

type QuizMetaOptions = {
  quiz: PublicQuiz;
  origin: string;
  brand: string;
  /** Only the first page of a public quiz is indexed by search engines. */
  noindex: boolean;
  isResult: boolean;
  /** Headline of the danger screen, when it is the result. */
  headline?: string;
};

/** Meta and structured data of a quiz. */
export function quizMeta({ quiz, origin, brand, noindex, isResult, headline }: QuizMetaOptions) {
  const path = quizPath(quiz.slug);
  const title =
    headline ?? truncateAtWord(isResult ? `Your Result: ${quiz.title}` : quiz.title, MAX_TITLE);
  const meta = buildPageMeta({
    title,
    description: truncateAtWord(quiz.description, MAX_DESCRIPTION),
    path,
    origin,
    noindex,
  });
  if (noindex) return meta;
  return [
    ...meta,
    jsonLd(buildBreadcrumbData(origin, quizCrumbs(quiz))),
    jsonLd({
      "@type": "Quiz",
      name: quiz.title,
      description: quiz.description,
      url: origin + path,
      about: { "@type": "Thing", name: quiz.serviceType },
      learningResourceType: "Self-check",
      inLanguage: "en-US",
      isAccessibleForFree: true,
      dateModified: quiz.updatedAt.toISOString().slice(0, 10),
      publisher: { "@type": "Organization", name: brand, url: `${origin}/` },
    }),
  ];
}
