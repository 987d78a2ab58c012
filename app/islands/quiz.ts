// The result comes from another URL of the quiz, with classes that this page does not have.
import "#app/app.css";
import {
  createSession,
  getSessionKey,
  parseSession,
  type QuizSession,
  type SessionAnswer,
} from "#app/features/quizzes/player/parse-session.ts";
import { focusHeading, formatAnswerPairs, getPart, type Player, storage } from "./quiz-player.ts";
import { countProgress, setCounted } from "./quiz-progress.ts";
import { prepareResult, showResult } from "./quiz-result.ts";

/**
 * Questions are switched in place, and the result is fetched: the cached page contains everything
 * else.
 */
export function startQuiz(root: HTMLElement): void {
  // A prerendered page would start from a state that the previous page may still change.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", () => startQuiz(root), { once: true });
    return;
  }
  const form = root.querySelector<HTMLElement>("[data-quiz-form]");
  watchResult(root, form && createPlayer(root, form));
}

/** Links and buttons of a result, whether the server or this script inserted it. */
function watchResult(root: HTMLElement, player: Player | null): void {
  const slug = root.dataset.quiz ?? "";
  root.addEventListener("click", (event) => {
    const target = event.target as Element;
    if (target.closest("[data-quiz-print]")) print();
    const link = target.closest<HTMLAnchorElement>("a");
    if (!link) return;
    const { quizRetake, quizChange } = link.dataset;
    if (quizRetake !== undefined || quizChange) {
      storage.remove(getSessionKey(slug));
      if (!quizChange) setCounted(slug, 0);
      // Handled here: it needs no network, and a link to the current page would only scroll.
      if (player && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        history.replaceState(null, "", player.path);
        document.title = player.title;
        getPart(player, "[data-quiz-place]").replaceChildren();
        showNextQuestion(player, player.state.userAnswers.slice(0, Number(quizChange ?? 0)));
      }
    }
    if ("quizShare" in link.dataset) {
      event.preventDefault();
      void copyLink(link);
    }
  });
}

async function copyLink(link: HTMLAnchorElement): Promise<void> {
  const copied = await navigator.clipboard?.writeText(link.href).then(
    () => true,
    () => false,
  );
  if (link.nextElementSibling)
    link.nextElementSibling.textContent = copied ? "Link copied." : link.href;
}

function createPlayer(root: HTMLElement, form: HTMLElement): Player {
  const { quiz: slug = "", path = "", answers: answersInUrl = "" } = root.dataset;
  const isPreview = "preview" in root.dataset;
  const questions = [...form.querySelectorAll("fieldset")].map((fieldset) => ({
    id: fieldset.dataset.question ?? "",
    field: fieldset.dataset.field ?? "",
    fieldset,
    heading: fieldset.querySelector("h2") as HTMLElement,
    buttons: [...fieldset.querySelectorAll("button")],
  }));
  const shapes = questions.map(({ id, buttons }) => ({ id, options: buttons.length }));
  const restored = answersInUrl
    ? parseUrlAnswers(answersInUrl)
    : parseSession(storage.read(getSessionKey(slug)), shapes);
  const dangers = [...root.querySelectorAll<HTMLTemplateElement>("[data-danger]")];
  const player: Player = {
    root,
    form,
    questions,
    dangers,
    slug,
    title: document.title,
    path: isPreview ? `${path}?preview` : path,
    isPreview,
    state: restored ?? createSession(),
  };
  // The session now has the answers; a reload must not return to those of the URL.
  if (answersInUrl) history.replaceState(null, "", player.path);
  form.addEventListener("click", (event) => handleClick(player, event));
  save(player);
  showState(player);
  return player;
}

/** The answers in a URL, which the server has validated: those of the first questions. */
function parseUrlAnswers(pairs: string): QuizSession {
  const userAnswers = pairs.split(",").map((pair): SessionAnswer => {
    const [questionId = "", option] = pair.split(":");
    return { questionId, selectedOptionIndex: Number(option), isCorrect: false };
  });
  return { currentQuestionIndex: userAnswers.length, userAnswers, quizCompleted: false };
}

const save = ({ slug, state }: Player) => storage.write(getSessionKey(slug), JSON.stringify(state));

/** As `waitForPaint` in idle.ts, which is in the script of every page. */
const runAfterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));

function handleClick(player: Player, event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>("button, [data-quiz-back]");
  if (!button) return;
  event.preventDefault();
  // Otherwise the second click of a double click would answer the next question unread.
  if (event.detail > 1) return;
  const { state } = player;
  const { id = "", buttons = [] } = player.questions[state.currentQuestionIndex] ?? {};
  const answer: SessionAnswer = {
    questionId: id,
    selectedOptionIndex: buttons.indexOf(button),
    isCorrect: false,
  };
  const userAnswers =
    "quizBack" in button.dataset ? state.userAnswers.slice(0, -1) : [...state.userAnswers, answer];
  // The tap is painted first. A second tap before that changes nothing.
  runAfterPaint(() => {
    if (player.state === state) showNextQuestion(player, userAnswers);
  });
}

/** Goes to the first question without an answer, or to the result. */
function showNextQuestion(player: Player, userAnswers: SessionAnswer[]): void {
  const { length } = player.questions;
  const quizCompleted = userAnswers.length === length;
  player.state = {
    currentQuestionIndex: quizCompleted ? length - 1 : userAnswers.length,
    userAnswers,
    quizCompleted,
  };
  save(player);
  if (showState(player))
    focusHeading(player, player.questions[player.state.currentQuestionIndex]?.heading);
}

/** Shows the current question, a danger or the result. Returns whether a question is shown. */
function showState(player: Player): boolean {
  const { form, questions, dangers, state } = player;
  const { currentQuestionIndex: at, userAnswers, quizCompleted } = state;
  const number = at + 1;
  const pairs = formatAnswerPairs(player);
  const danger = dangers.find(({ dataset }) =>
    dataset.danger?.split(",").every((pair) => pairs.includes(pair)),
  );
  const shown = danger ? "danger" : quizCompleted ? "result" : "question";
  const count = () => countProgress(player, danger ? userAnswers.length : number, shown);
  // After the question is painted: nobody waits for a count.
  runAfterPaint(count);
  getPart(player, "[data-quiz-intro]").hidden = userAnswers.length > 0;
  form.hidden = quizCompleted || !!danger;
  if (danger) {
    getPart(player, "[data-quiz-place]").replaceChildren(prepareResult(player, danger));
    const heading = getPart(player, "[data-quiz-result] h1");
    document.title = heading.textContent;
    focusHeading(player, heading);
    return false;
  }
  if (quizCompleted) {
    void showResult(player);
    return false;
  }
  for (const [index, { fieldset }] of questions.entries()) fieldset.hidden = index !== at;
  getPart(player, "[data-quiz-step]").textContent = `Question ${number} of ${questions.length}`;
  getPart(player, "[data-quiz-percent]").textContent =
    `${Math.round((number / questions.length) * 100)}% complete`;
  getPart<HTMLProgressElement>(player, "progress").value = number;
  getPart(player, "[data-quiz-back]").hidden = at === 0;
  getPart(player, "[data-quiz-length]").hidden = at > 0;
  return true;
}
