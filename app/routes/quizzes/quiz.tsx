import { data, redirect } from "react-router";
import { appContext, requestInfoContext } from "#app/app-context.ts";
import { getPreviewer, previewSession } from "#app/features/auth/session.server.ts";
import {
  PopularServices,
  ProblemSearch,
} from "#app/features/catalog/components/problem-search.tsx";
import { ContentNotice } from "#app/features/content-editor/components/content-notice.tsx";
import { findQuizScene } from "#app/features/quizzes/find-quiz-scene.server.ts";
import { NOTICES } from "#app/features/quizzes/notices.ts";
import { quizMeta } from "#app/features/quizzes/player/components/quiz-meta.ts";
import { QuizPlayer } from "#app/features/quizzes/player/components/quiz-player.tsx";
import { openQuiz } from "#app/features/quizzes/player/open-quiz.server.ts";
import { ANSWERS_PARAM } from "#app/features/quizzes/player/parse-answers.ts";
import { createLocalRateLimit } from "#app/lib/local-rate-limit.server.ts";
import type { Route } from "./+types/quiz";

/** More results than a person can read. */
const allowsLookUp = createLocalRateLimit({ perMinute: 60, now: Date.now });
const NO_STORE = { "Cache-Control": "no-store" };
const WAIT = { "Retry-After": "60" };

export const middleware: Route.MiddlewareFunction[] = [previewSession];

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const { caller } = context.get(requestInfoContext);
  const { searchParams: query, origin } = new URL(request.url);
  const previewUserId = getPreviewer({ request, context });
  const page = await openQuiz(app, {
    slug: params.slug,
    query,
    previewUserId,
    isLookUpAllowed: () => allowsLookUp(caller.address),
  });
  if (page.view === "moved") throw redirect(page.to, page.permanent ? 301 : 302);
  const { brand } = await app.settings.get();
  const isPersonal = query.has(ANSWERS_PARAM) || query.has("preview");
  const headers = isPersonal ? NO_STORE : undefined;
  if ("quiz" in page)
    return data(
      { page, brand, origin, noindex: isPersonal, scene: findQuizScene(page.quiz) },
      { status: page.view === "result" && !page.result ? 500 : 200, headers },
    );
  const { status } = NOTICES[page.view];
  return data(
    { page, brand, origin, noindex: true },
    { status, headers: { ...headers, ...(status === 404 ? {} : WAIT) } },
  );
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const page = loaderData?.page;
  if (page && "quiz" in page)
    return quizMeta({
      ...loaderData,
      quiz: page.quiz,
      isResult: page.view === "result",
      headline:
        page.view === "danger" ? page.danger.rule.headline || page.danger.rule.name : undefined,
    });
  return [
    { title: page ? NOTICES[page.view].title : "Quiz Not Found" },
    { name: "robots", content: "noindex" },
  ];
};

export default function Quiz({ loaderData }: Route.ComponentProps) {
  if ("scene" in loaderData) return <QuizPlayer {...loaderData.page} scene={loaderData.scene} />;
  return (
    <ContentNotice {...NOTICES[loaderData.page.view]} below={<PopularServices />}>
      <ProblemSearch />
    </ContentNotice>
  );
}
