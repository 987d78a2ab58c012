import { z } from "zod";
import type { AppContext } from "#app/app-context.ts";
import { findService } from "#app/features/catalog/find-service.server.ts";
import { readOnce, readYaml } from "#app/lib/content.server.ts";
import { quizPath } from "./constants.ts";
import type { PublicQuiz } from "./published.server.ts";

/** A public quiz as pages link to it. */
export type QuizCard = { path: string; title: string; description: string };
export type QuizArea = { slug: string; name: string; quizzes: QuizCard[] };

/** The area of quizzes about cars: their categories have few services each. */
const CARS = { slug: "cars", name: "Cars & Trucks" };
const OTHER = { slug: "house-and-yard", name: "House & Yard" };
/** Smaller areas are listed together. */
const MIN_QUIZZES = 3;

type ListedQuiz = Pick<PublicQuiz, "slug" | "title" | "description" | "services">;

const toCard = ({ slug, title, description }: ListedQuiz): QuizCard => ({
  path: quizPath(slug),
  title,
  description,
});
/** Slugs of the quizzes that most people need, in the order in which they are listed. */
export const listCommonQuizzes = readOnce(() =>
  readYaml("common-quizzes.yaml", z.array(z.string().min(3))),
);

type QuizzesContext = Pick<AppContext, "quizzes">;

/** Without the database, pages that list quizzes are shown without them. */
const listKnown = async ({ quizzes }: QuizzesContext) =>
  orderQuizzes(await quizzes.list().catch(() => []), listCommonQuizzes());

/** The common quizzes in their order, then the others by title. */
export function orderQuizzes<Quiz extends Pick<ListedQuiz, "slug" | "title">>(
  quizzes: readonly Quiz[],
  common: readonly string[],
): Quiz[] {
  const ranks = new Map(common.map((slug, rank) => [slug, rank]));
  const getRank = ({ slug }: Quiz) => ranks.get(slug) ?? common.length;
  return quizzes.toSorted(
    (a, b) => getRank(a) - getRank(b) || a.title.localeCompare(b.title, "en-US"),
  );
}

/** The public quizzes of a service. */
export const listServiceQuizzes = async (app: QuizzesContext, service: string) =>
  listQuizzesOfService(await listKnown(app), service);

/** Some public quizzes that are mainly about one of these services. */
export const listQuizzesOfServices = async (
  app: QuizzesContext,
  services: readonly string[],
  limit: number,
) => takeQuizzesInTurn(await listKnown(app), services, limit);

/** All public quizzes by area. */
export const listQuizAreas = async (app: QuizzesContext) => listQuizzesByArea(await listKnown(app));

/** The quizzes of a service, those that are mainly about it first, else in the given order. */
export const listQuizzesOfService = (quizzes: readonly ListedQuiz[], service: string): QuizCard[] =>
  quizzes
    .filter(({ services }) => services.includes(service))
    .toSorted((a, b) => a.services.indexOf(service) - b.services.indexOf(service))
    .map(toCard);

/**
 * The quizzes that are mainly about one of the services: the first of each service, then the second
 * ones, so that no service takes all places.
 */
export function takeQuizzesInTurn(
  quizzes: readonly ListedQuiz[],
  services: readonly string[],
  limit: number,
): QuizCard[] {
  const own = services.map((service) =>
    quizzes.filter((quiz) => quiz.services[0] === service).map(toCard),
  );
  const rounds = Math.max(0, ...own.map((cards) => cards.length));
  return Array.from({ length: rounds }, (_, round) => own.flatMap((cards) => cards[round] ?? []))
    .flat()
    .slice(0, limit);
}

/**
 * All quizzes by the category of their main service, the largest area first; last those of small
 * areas and of no service. In each area they stay in the given order.
 */
export function listQuizzesByArea(quizzes: readonly ListedQuiz[]): QuizArea[] {
  const placed = quizzes.map((quiz) => ({ area: findArea(quiz.services[0] ?? ""), quiz }));
  const listOf = (areaSlugs: ReadonlySet<string>) =>
    placed.filter(({ area }) => areaSlugs.has(area.slug)).map(({ quiz }) => toCard(quiz));
  const areas = [...new Map(placed.map(({ area }) => [area.slug, area])).values()].map((area) => ({
    ...area,
    quizzes: listOf(new Set([area.slug])),
  }));
  const isLarge = ({ slug, quizzes: own }: QuizArea) =>
    slug !== OTHER.slug && own.length >= MIN_QUIZZES;
  const rest = areas.filter((area) => !isLarge(area));
  return [
    ...areas
      .filter(isLarge)
      .toSorted(
        (a, b) => b.quizzes.length - a.quizzes.length || a.name.localeCompare(b.name, "en-US"),
      ),
    ...(rest.length > 0
      ? [{ ...OTHER, quizzes: listOf(new Set(rest.map(({ slug }) => slug))) }]
      : []),
  ];
}

function findArea(serviceSlug: string): { slug: string; name: string } {
  const service = findService(serviceSlug);
  if (!service) return OTHER;
  if (service.path.startsWith("/auto/")) return CARS;
  return { slug: service.categorySlug, name: service.categoryName };
}
