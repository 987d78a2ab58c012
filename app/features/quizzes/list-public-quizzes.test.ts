import { expect, test } from "vitest";
import { listServicesOfType } from "#app/features/catalog/find-service.server.ts";
import { SEED_QUIZ_SLUGS } from "./editor/prepare-seed-quizzes.server.ts";
import {
  listCommonQuizzes,
  listQuizzesByArea,
  listQuizzesOfService,
  orderQuizzes,
  takeQuizzesInTurn,
} from "./list-public-quizzes.server.ts";

const quiz = (slug: string, services: string[]) => ({
  slug,
  title: `About ${slug}`,
  description: "A few questions.",
  services,
});
const UNORDERED = [
  quiz("drain", ["plumbing"]),
  quiz("leak", ["plumbing", "roofing"]),
  quiz("roof", ["roofing"]),
  quiz("toilet", ["plumbing"]),
  quiz("brakes", ["brake-service"]),
  quiz("tires", ["tire-service"]),
  quiz("oil", ["auto-repair"]),
  quiz("chairs", []),
];
const QUIZZES = orderQuizzes(UNORDERED, []);

test("the quizzes of a service begin with those that are mainly about it", () => {
  expect(listQuizzesOfService(QUIZZES, "roofing").map(({ path }) => path)).toEqual([
    "/quiz/roof",
    "/quiz/leak",
  ]);
  expect(listQuizzesOfService(QUIZZES, "blinds")).toEqual([]);
});

test("a category shows a quiz of each service before the second one of any", () => {
  const paths = takeQuizzesInTurn(QUIZZES, ["plumbing", "blinds", "roofing"], 3).map(
    ({ path }) => path,
  );
  expect(paths).toEqual(["/quiz/drain", "/quiz/roof", "/quiz/leak"]);
  expect(takeQuizzesInTurn([], ["plumbing"], 3)).toEqual([]);
});

test("quizzes are listed by the category of their main service, cars together, small areas last", () => {
  const areas = listQuizzesByArea(QUIZZES).map(({ name, quizzes }) => [
    name,
    quizzes.map(({ title }) => title),
  ]);
  expect(areas).toEqual([
    ["Cars & Trucks", ["About brakes", "About oil", "About tires"]],
    ["Plumbing & Water", ["About drain", "About leak", "About toilet"]],
    ["House & Yard", ["About chairs", "About roof"]],
  ]);
});

test("the common quizzes come first, in their order, and the others by title", () => {
  const ordered = orderQuizzes(UNORDERED, ["toilet", "oil", "gone", "leak"]);
  expect(ordered.slice(0, 4).map(({ slug }) => slug)).toEqual(["toilet", "oil", "leak", "brakes"]);
  const [, plumbing] = listQuizzesByArea(ordered);
  expect(plumbing?.quizzes.map(({ path }) => path)).toEqual([
    "/quiz/toilet",
    "/quiz/leak",
    "/quiz/drain",
  ]);
});

test("every common quiz is one that a new site starts with, named once", () => {
  const common = listCommonQuizzes();
  expect(common.filter((slug) => !SEED_QUIZ_SLUGS.some((seed) => seed === slug))).toEqual([]);
  expect(new Set(common).size).toBe(common.length);
});

test.each([
  ["HVAC", ["air-conditioning", "heating"]],
  ["Plumbing", ["plumbing"]],
  ["Electrical", ["electrician"]],
  ["Roofing", ["roofing"]],
  ["Auto Repair", ["auto-repair"]],
  ["General Home Services", []],
])("a quiz of the service type %s is listed on %j", (serviceType, services) => {
  expect(listServicesOfType(serviceType)).toEqual(services);
});
