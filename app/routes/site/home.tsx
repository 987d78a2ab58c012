import { appContext } from "#app/app-context.ts";
import { jsonLd } from "#app/components/ui/structured-data.ts";
import { HomeHero } from "#app/features/catalog/components/home/home-hero.tsx";
import {
  CallBand,
  HomePrices,
  HomeServices,
  OneRequestComic,
  ProblemTiles,
  QuizTeaser,
  WhyChoose,
} from "#app/features/catalog/components/home/home-sections.tsx";
import { getHomePage, listPopularServices } from "#app/features/catalog/queries.server.ts";
import { HOME_QUIZ, QUIZZES_PATH, quizPath } from "#app/features/quizzes/constants.ts";
import { ANSWERS_PARAM, formatAnswers } from "#app/features/quizzes/player/parse-answers.ts";
import type { PublicQuiz } from "#app/features/quizzes/published.server.ts";
import { listHomePrices } from "#app/features/resources/find-price-range.server.ts";
import { prepareSearch } from "#app/features/search/queries.server.ts";
import { buildPageMeta } from "#app/lib/seo.ts";
import type { Route } from "./+types/home";

export async function loader({ context, request }: Route.LoaderArgs) {
  const { settings, quizzes } = context.get(appContext);
  prepareSearch();
  const site = await settings.get();
  const quiz = (await quizzes.list()).find(({ slug }) => slug === HOME_QUIZ);
  return {
    page: getHomePage(site),
    popular: listPopularServices(site),
    teaser: quiz ? getFirstQuestion(quiz) : null,
    prices: listHomePrices(),
    origin: new URL(request.url).origin,
    brand: site.brand,
    phone: site.phone,
  };
}

function getFirstQuestion({ slug, title, questions: [first] }: PublicQuiz) {
  if (!first) return null;
  return {
    title,
    question: first.questionText,
    allPath: QUIZZES_PATH,
    options: first.options.map((text, selectedOptionIndex) => ({
      text,
      path: `${quizPath(slug)}?${ANSWERS_PARAM}=${formatAnswers([{ questionId: first.id, selectedOptionIndex }])}`,
    })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? [
        ...buildPageMeta({
          title: loaderData.page.title,
          description: loaderData.page.description,
          path: "/",
          origin: loaderData.origin,
        }),
        jsonLd({
          "@type": "Organization",
          name: loaderData.brand,
          url: `${loaderData.origin}/`,
          telephone: loaderData.phone,
          logo: `${loaderData.origin}/apple-touch-icon.png`,
        }),
      ]
    : [];

export default function Home({
  loaderData: { page, popular, teaser, prices },
}: Route.ComponentProps) {
  return (
    <main id="main">
      <HomeHero page={page} />
      <ProblemTiles page={page} />
      <OneRequestComic comic={page.comic} />
      <HomeServices page={page} popular={popular} />
      {teaser ? <QuizTeaser {...teaser} /> : null}
      <HomePrices {...prices} />
      <WhyChoose reasons={page.why} />
      <CallBand band={page.callBand} />
    </main>
  );
}
