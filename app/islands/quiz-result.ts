import { getSessionKey } from "#app/features/quizzes/player/parse-session.ts";
import { focusHeading, formatAnswerPairs, getPart, type Player, storage } from "./quiz-player.ts";

/** A result that takes longer is loaded as a page. */
const DEADLINE_MS = 15_000;

/** Fetches the result for all answers and shows it. */
export async function showResult(player: Player): Promise<void> {
  const wait = getPart(player, "[data-quiz-wait]");
  wait.hidden = false;
  focusHeading(player, wait.querySelector("h2"));
  const answers = formatAnswerPairs(player).join(",");
  const url = `${player.path}${player.isPreview ? "&" : "?"}a=${answers}`;
  let result: Element | null = null;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
    // The quiz has changed since, or has moved.
    if (response.redirected) {
      storage.remove(getSessionKey(player.slug));
      return location.assign(player.path);
    }
    // As in parse-page.ts: a chunk that is shared with other scripts would be another request.
    const { content } = Object.assign(document.createElement("template"), {
      innerHTML: await response.text(),
    });
    result = content.querySelector("[data-quiz-result]");
    if (result) {
      document.title = content.querySelector("title")?.textContent ?? document.title;
      history.replaceState(null, "", url);
    }
  } catch {
    // The generic result below stands for every failure.
  }
  wait.hidden = true;
  getPart(player, "[data-quiz-place]").replaceChildren(
    result ?? prepareResult(player, getPart(player, "[data-quiz-fallback]")),
  );
  focusHeading(player, getPart(player, "[data-quiz-result] :is(h1, h2)"));
}

/** A result that is part of the page, with the visitor's answers for a quote. */
export function prepareResult(player: Player, template: HTMLTemplateElement): Node {
  const { slug, questions, state } = player;
  const result = template.content.cloneNode(true) as DocumentFragment;
  const given = questions
    .slice(0, state.userAnswers.length)
    .map(({ id, field, heading, buttons }, at) => ({
      id,
      questionText: heading.textContent,
      answer: buttons[state.userAnswers[at]?.selectedOptionIndex ?? -1]?.textContent,
      ghlField: field,
    }));
  for (const link of result.querySelectorAll<HTMLAnchorElement>("a[data-quiz-done]")) {
    link.dataset.quizDone = JSON.stringify({ slug, answers: given });
    link.href = link.href.replace(/&a=.*/, `&a=${formatAnswerPairs(player).join(",")}`);
  }
  return result;
}
