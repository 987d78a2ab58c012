import { expect, test } from "vitest";
import { listAffected } from "./affected-pages.ts";
import { EVERYTHING, findAffected } from "./content-changes.ts";

test.each([
  ["quiz:clogged-drain", { lists: ["quizzes"], pages: ["/quiz/clogged-drain"] }],
  [
    "quiz-list:plumbing,brake-service,plumbing,no-such-service",
    {
      lists: ["quizzes"],
      pages: [
        "/resources/articles-quizzes",
        "/home-services/plumbing",
        "/home-services/plumbing-water",
        "/auto/brake-service",
        "/auto",
      ],
    },
  ],
  ["quiz-list:", { lists: ["quizzes"], pages: ["/resources/articles-quizzes"] }],
  ["quiz-list", { lists: ["quizzes"], pages: "all" }],
  ["article:old-roof", { lists: ["articles"], pages: ["/articles/old-roof"] }],
  ["setting:phone", { lists: ["settings"], pages: "all" }],
  ["setting:offerCost", { lists: [], pages: ["/provider-signup"] }],
  ["setting:creditPrice", { lists: [], pages: ["/provider-signup"] }],
])("%s affects only the pages that show it", (payload, affected) => {
  expect(findAffected(payload)).toEqual(affected);
});

test("numbers of pages affect the pages that show another number now", () => {
  const { lists, pages } = findAffected(
    "phone-numbers:/,/home-services,!/home-services/plumbing,/home-services/plumbing/old",
  );
  expect(lists).toEqual(["settings"]);
  const paths = [
    "/",
    "/auto",
    "/home-services",
    "/home-services/roofing",
    "/home-services/plumbing",
    "/home-services/plumbing/old",
    "/home-services/plumbing-water",
  ];
  expect(listAffected(pages, paths)).toEqual([
    "/",
    "/home-services",
    "/home-services/roofing",
    "/home-services/plumbing/old",
    "/home-services/plumbing-water",
  ]);
  expect(findAffected("phone-numbers:")).toEqual({ lists: ["settings"], pages: [] });
  expect(findAffected("phone-numbers")).toEqual({ lists: ["settings"], pages: "all" });
});

test("a setting that is not part of the site's settings affects no page", () => {
  for (const key of ["retention_quotes", "toString", ""])
    expect(findAffected(`setting:${key}`)).toEqual({ lists: [], pages: [] });
});

test.each(["quiz", "quiz:", "quiz:Drain", "quiz:a b", "quiz:a/b", "quiz:a:b", "quiz:ä"])(
  "%j affects every page",
  (payload) => {
    expect(findAffected(payload)).toEqual({ lists: ["quizzes"], pages: "all" });
  },
);

test.each(["", "provider:one", "settings"])(
  "an unknown notification %j affects everything",
  (payload) => {
    expect(findAffected(payload)).toEqual(EVERYTHING);
  },
);
