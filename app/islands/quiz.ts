import type { QuizEvent } from "#app/features/analytics/constants.ts";
import {
  createSession,
  getSessionKey,
  parseSession,
  type QuizSession,
  type SessionAnswer,
} from "#app/features/quizzes/player/parse-session.ts";

/** A result that takes longer is loaded as a page. */
const DEADLINE_MS = 15_000;
/** Session storage: the furthest question that was counted, by slug. */
const COUNTED_KEY = "quiz-counted";

type Question = {
  id: string;
  field: string;
  fieldset: HTMLFieldSetElement;
  heading: HTMLElement;
  buttons: HTMLElement[];
};
type Player = {
  root: HTMLElement;
  form: HTMLElement;
  questions: Question[];
  /**
   * By rule, the most urgent first: the screen of a danger; its data attribute lists the answers
   * that trigger it.
   */
  dangers: HTMLTemplateElement[];
  slug: string;
  /** Of the page, while it shows questions. */
  title: string;
  /** The quiz without answers. */
  path: string;
  isPreview: boolean;
  state: QuizSession;
};

/** Session storage may be disabled or full; a quiz works without it. */
const storage = {
  read(key: string): string | null {
    try {
      return sessionStorage.getItem(key);
    } catch {
      return null;
    }
  },
  write(key: string, text: string): void {
    try {
      sessionStorage.setItem(key, text);
    } catch {}
  },
  remove(key: string): void {
    try {
      sessionStorage.removeItem(key);
    } catch {}
  },
};

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
  watchResult(root, form && play(root, form));
}

/** Links and buttons of a result, whether the server or this script inserted it. */
function watchResult(root: HTMLElement, player: Player | null): void {
  const slug = root.dataset.quiz ?? "";
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
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
        part(player, "[data-quiz-place]").replaceChildren();
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

function play(root: HTMLElement, form: HTMLElement): Player {
  const { quiz: slug = "", path = "", answers: fromAddress = "" } = root.dataset;
  const isPreview = "preview" in root.dataset;
  const questions = [...form.querySelectorAll("fieldset")].map((fieldset) => ({
    id: fieldset.dataset.question ?? "",
    field: fieldset.dataset.field ?? "",
    fieldset,
    heading: fieldset.querySelector("h2") as HTMLElement,
    buttons: [...fieldset.querySelectorAll("button")],
  }));
  const asked = questions.map(({ id, buttons }) => ({ id, options: buttons.length }));
  const restored = fromAddress
    ? parseState(fromAddress)
    : parseSession(storage.read(getSessionKey(slug)), asked);
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
  if (fromAddress) history.replaceState(null, "", player.path);
  form.addEventListener("click", (event) => onClick(player, event));
  save(player);
  show(player);
  return player;
}

/** The answers in a URL, which the server has validated: those of the first questions. */
function parseState(pairs: string): QuizSession {
  const userAnswers = pairs.split(",").map((pair): SessionAnswer => {
    const [questionId = "", option] = pair.split(":");
    return { questionId, selectedOptionIndex: Number(option), isCorrect: false };
  });
  return { currentQuestionIndex: userAnswers.length, userAnswers, quizCompleted: false };
}

const save = ({ slug, state }: Player) => storage.write(getSessionKey(slug), JSON.stringify(state));

function onClick(player: Player, event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>("button, [data-quiz-back]");
  if (!button) return;
  event.preventDefault();
  // Otherwise the second click of a double click would answer the next question unread.
  if (event.detail > 1) return;
  const { currentQuestionIndex: at, userAnswers } = player.state;
  const { id = "", buttons = [] } = player.questions[at] ?? {};
  showNextQuestion(
    player,
    "quizBack" in button.dataset
      ? userAnswers.slice(0, -1)
      : [
          ...userAnswers,
          { questionId: id, selectedOptionIndex: buttons.indexOf(button), isCorrect: false },
        ],
  );
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
  if (show(player)) focus(player, player.questions[player.state.currentQuestionIndex]?.heading);
}

const part = <E extends HTMLElement = HTMLElement>({ root }: Player, selector: string) =>
  root.querySelector(selector) as E;

const formatAnswerPairs = ({ state }: Player) =>
  state.userAnswers.map(
    ({ questionId, selectedOptionIndex }) => `${questionId}:${selectedOptionIndex}`,
  );

/** @returns whether a question is shown */
function show(player: Player): boolean {
  const { form, questions, dangers, state } = player;
  const { currentQuestionIndex: at, userAnswers, quizCompleted } = state;
  const number = at + 1;
  const pairs = formatAnswerPairs(player);
  const danger = dangers.find(({ dataset }) =>
    dataset.danger?.split(",").every((pair) => pairs.includes(pair)),
  );
  count(
    player,
    danger ? userAnswers.length : number,
    danger ? "danger" : quizCompleted ? "result" : "question",
  );
  part(player, "[data-quiz-intro]").hidden = userAnswers.length > 0;
  form.hidden = quizCompleted || !!danger;
  if (danger) {
    part(player, "[data-quiz-place]").replaceChildren(prepareResult(player, danger));
    const heading = part(player, "[data-quiz-result] h1");
    document.title = heading.textContent;
    focus(player, heading);
    return false;
  }
  if (quizCompleted) {
    void showResult(player);
    return false;
  }
  for (const [index, { fieldset }] of questions.entries()) fieldset.hidden = index !== at;
  part(player, "[data-quiz-step]").textContent = `Question ${number} of ${questions.length}`;
  part(player, "[data-quiz-percent]").textContent =
    `${Math.round((number / questions.length) * 100)}% complete`;
  part<HTMLProgressElement>(player, "progress").value = number;
  part(player, "[data-quiz-back]").hidden = at === 0;
  return true;
}

/** Focuses the new content, and scrolls the page up to it. */
function focus({ root }: Player, heading: HTMLElement | null | undefined): void {
  heading?.focus({ preventScroll: true });
  if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
}

function readCounted(): Record<string, number> {
  try {
    return JSON.parse(storage.read(COUNTED_KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
const setCounted = (slug: string, furthest: number) =>
  storage.write(COUNTED_KEY, JSON.stringify({ ...readCounted(), [slug]: furthest }));

/**
 * How much further than its question a state counts: a danger may be followed by the next question,
 * once the answer is changed.
 */
const BEYOND = { question: 0, danger: 0.5, result: 1 };

/**
 * Counts the new progress of the session, up to a question and what its answer led to: going back,
 * and reloading, counts nothing.
 */
function count(
  { slug, isPreview, questions }: Player,
  question: number,
  shown: keyof typeof BEYOND,
): void {
  const furthest = question + BEYOND[shown];
  const before = readCounted()[slug] ?? 0;
  if (isPreview || furthest <= before) return;
  const tell = (event: QuizEvent) =>
    document.dispatchEvent(new CustomEvent("funnel", { detail: event }));
  if (before === 0) tell({ name: "quiz-view", quiz: slug });
  if (before <= 1 && furthest > 1) tell({ name: "quiz-start", quiz: slug });
  for (const { id } of questions.slice(before, question))
    tell({ name: "quiz-question", quiz: slug, question: id });
  if (shown === "danger")
    tell({ name: "quiz-danger", quiz: slug, question: questions[question - 1]?.id ?? "" });
  if (shown === "result") tell({ name: "quiz-finish", quiz: slug });
  setCounted(slug, furthest);
}

async function showResult(player: Player): Promise<void> {
  const wait = part(player, "[data-quiz-wait]");
  wait.hidden = false;
  focus(player, wait.querySelector("h2"));
  const answers = formatAnswerPairs(player).join(",");
  const address = `${player.path}${player.isPreview ? "&" : "?"}a=${answers}`;
  let result: Element | null = null;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) });
    // The quiz has changed since, or has moved.
    if (response.redirected) {
      storage.remove(getSessionKey(player.slug));
      return location.assign(player.path);
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    result = page.querySelector("[data-quiz-result]");
    if (result) {
      document.title = page.title;
      history.replaceState(null, "", address);
    }
  } catch {
    // The generic result below stands for every failure.
  }
  wait.hidden = true;
  part(player, "[data-quiz-place]").replaceChildren(
    result ?? prepareResult(player, part(player, "[data-quiz-fallback]")),
  );
  focus(player, part(player, "[data-quiz-result] :is(h1, h2)"));
}

/** A result that is part of the page, with the visitor's answers for a quote. */
function prepareResult(player: Player, template: HTMLTemplateElement): Node {
  const { slug, questions, state } = player;
  const result = template.content.cloneNode(true) as DocumentFragment;
  const link = result.querySelector<HTMLAnchorElement>("a[data-quiz-done]");
  if (link) {
    const given = questions
      .slice(0, state.userAnswers.length)
      .map(({ id, field, heading, buttons }, at) => ({
        id,
        questionText: heading.textContent,
        answer: buttons[state.userAnswers[at]?.selectedOptionIndex ?? -1]?.textContent,
        ghlField: field,
      }));
    link.dataset.quizDone = JSON.stringify({ slug, answers: given });
    link.href = link.href.replace(/&a=.*/, `&a=${formatAnswerPairs(player).join(",")}`);
  }
  return result;
}
