import { expect, test } from "vitest";
import { sceneNames } from "#app/components/mascot/scenes.ts";
import { findQuizScene } from "./find-quiz-scene.server.ts";

test("a quiz shows the scene of its main service, and Henry searching where it has none", () => {
  const scenes = [["heating", "plumbing"], ["towing"], ["no-such-service"], []].map((services) =>
    findQuizScene({ services }),
  );
  expect(scenes).toEqual(["heating", "towing", "quiz", "quiz"]);
  expect(sceneNames).toEqual(expect.arrayContaining(scenes));
});
