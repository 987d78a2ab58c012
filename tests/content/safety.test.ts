import { expect, test } from "vitest";
import { draftKnowledge, draftQuiz } from "#app/features/quizzes/build-quiz.ts";
import { AFTER_DANGER, DEFAULT_MARGIN, DEFAULT_POSTERIOR, DEFAULT_QUESTIONS } from "#app/features/quizzes/constants.ts";
import { chooseRow, diagnose, matchRules } from "#app/features/quizzes/diagnose.ts";
import { listCombinations } from "#app/features/quizzes/draft-exact-rows.ts";
import { faultTreeSchema } from "#app/features/quizzes/fault-tree-schema.ts";
import { pairsOf, readHash } from "#app/features/quizzes/hash-answers.ts";
import { STARTERS } from "#app/features/quizzes/starters.server.ts";
import { readYaml } from "#app/lib/content.server.ts";

test.each(STARTERS)("%s: whoever is in danger reads only what keeps them safe", (slug) => {
  const tree = readYaml(`fault-trees/${slug}.yaml`, faultTreeSchema);
  const options = { questions: DEFAULT_QUESTIONS };
  const knowledge = draftKnowledge(tree, options);
  const rows = knowledge.rows.map((row) => ({ ...row, id: row.hash, approvedAt: new Date(0) }));
  const outcomes = knowledge.outcomes.map((outcome) => ({ ...outcome, id: outcome.key }));
  const rules = knowledge.rules.map((rule) => ({ ...rule, id: rule.name }));
  const thresholds = { posterior: DEFAULT_POSTERIOR, margin: DEFAULT_MARGIN };
  let dangers = 0;
  for (const hash of listCombinations(draftQuiz(tree, options).questions)) {
    const matched = matchRules(rules, new Set(pairsOf(hash)));
    if (!matched.some(({ urgency }) => urgency === "high")) continue;
    dangers += 1;
    const answers = readHash(hash) ?? [];
    const { data } = diagnose(answers, { row: chooseRow(rows, answers), outcomes, rules, thresholds, serviceType: tree.serviceType });
    const { urgency, timeframe, nextSteps, customMessage, preventionTips } = data;
    expect({ urgency, timeframe, nextSteps, customMessage, preventionTips }, hash).toEqual({
      ...{ urgency: "high", timeframe: "Right away" },
      nextSteps: [...new Set(matched.map(({ instruction }) => instruction)), AFTER_DANGER],
      ...{ customMessage: "", preventionTips: [] },
    });
  }
  expect(dangers).toBeGreaterThan(0);
});
