import type { QuizEvent } from "#app/features/analytics/constants.ts";
import { newSession, type QuizSession, readSession, type SessionAnswer, sessionKey } from "#app/features/quizzes/read-session.ts";

/** A result that takes longer is not waited for. */
const DEADLINE_MS = 15_000;
/** Session storage: the furthest question that was counted, by slug. */
const COUNTED_KEY = "quiz-counted";

type Question = { id: string; field: string; fieldset: HTMLFieldSetElement; heading: HTMLElement; buttons: HTMLElement[] };
type Player = {
  root: HTMLElement;
  form: HTMLElement;
  questions: Question[];
  slug: string;
  /** The quiz without answers. */
  path: string;
  isPreview: boolean;
  state: QuizSession;
};

/** Session storage may be forbidden or full; a quiz works without. */
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

/** Questions are switched in place, and the result is fetched: the cached page holds everything else. */
export function startQuiz(root: HTMLElement): void {
  // A prerendered page would begin with a state that the page before it may still change.
  if ((document as Document & { prerendering?: boolean }).prerendering) {
    document.addEventListener("prerenderingchange", () => startQuiz(root), { once: true });
    return;
  }
  watchResult(root);
  const form = root.querySelector<HTMLElement>("[data-quiz-form]");
  if (form) play(root, form);
}

/** What stands in a result, whoever rendered it. */
function watchResult(root: HTMLElement): void {
  const slug = root.dataset.quiz ?? "";
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a");
    if (!link) return;
    if ("quizRetake" in link.dataset) {
      storage.remove(sessionKey(slug));
      setCounted(slug, 0);
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
  if (link.nextElementSibling) link.nextElementSibling.textContent = copied ? "Link copied." : link.href;
}

function play(root: HTMLElement, form: HTMLElement): void {
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
  const restored = fromAddress ? stateOf(fromAddress) : readSession(storage.read(sessionKey(slug)), asked);
  const player: Player = { root, form, questions, slug, path: isPreview ? `${path}?preview` : path, isPreview, state: restored ?? newSession() };
  // From here the session knows the answers; a reload must not go back to those of the address.
  if (fromAddress) history.replaceState(null, "", player.path);
  form.addEventListener("click", (event) => onClick(player, event));
  save(player);
  show(player);
}

/** The answers of an address, which the server has checked: those of the first questions. */
function stateOf(pairs: string): QuizSession {
  const userAnswers = pairs.split(",").map((pair): SessionAnswer => {
    const [questionId = "", option] = pair.split(":");
    return { questionId, selectedOptionIndex: Number(option), isCorrect: false };
  });
  return { currentQuestionIndex: userAnswers.length, userAnswers, quizCompleted: false };
}

const save = ({ slug, state }: Player) => storage.write(sessionKey(slug), JSON.stringify(state));

function onClick(player: Player, event: MouseEvent): void {
  const button = (event.target as Element).closest<HTMLElement>("button, [data-quiz-back]");
  if (!button) return;
  event.preventDefault();
  // The second click of a double click would answer a question that nobody has read.
  if (event.detail > 1) return;
  const { currentQuestionIndex: at, userAnswers } = player.state;
  if ("quizBack" in button.dataset) {
    player.state = { currentQuestionIndex: at - 1, userAnswers: userAnswers.slice(0, -1), quizCompleted: false };
  } else {
    const { id = "", buttons = [] } = player.questions[at] ?? {};
    const answers: SessionAnswer[] = [...userAnswers, { questionId: id, selectedOptionIndex: buttons.indexOf(button), isCorrect: false }];
    const quizCompleted = answers.length === player.questions.length;
    player.state = { currentQuestionIndex: quizCompleted ? at : at + 1, userAnswers: answers, quizCompleted };
  }
  save(player);
  show(player);
  if (!player.state.quizCompleted) focus(player, player.questions[player.state.currentQuestionIndex]?.heading);
}

const part = <E extends HTMLElement = HTMLElement>({ root }: Player, selector: string) => root.querySelector(selector) as E;

function show(player: Player): void {
  const { form, questions, state } = player;
  const { currentQuestionIndex: at, quizCompleted } = state;
  const number = at + 1;
  count(player, quizCompleted ? number + 1 : number);
  part(player, "[data-quiz-intro]").hidden = state.userAnswers.length > 0;
  form.hidden = quizCompleted;
  if (quizCompleted) return void finish(player);
  for (const [index, { fieldset }] of questions.entries()) fieldset.hidden = index !== at;
  part(player, "[data-quiz-step]").textContent = `Question ${number} of ${questions.length}`;
  part(player, "[data-quiz-percent]").textContent = `${Math.round((number / questions.length) * 100)}% complete`;
  part<HTMLProgressElement>(player, "progress").value = number;
  part(player, "[data-quiz-back]").hidden = at === 0;
}

/** The focus goes to what is new, and the page up to it where it was scrolled on. */
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
const setCounted = (slug: string, furthest: number) => storage.write(COUNTED_KEY, JSON.stringify({ ...readCounted(), [slug]: furthest }));

/** Counts what is new to this state of the session, up to a question or, one more, to the end: going back, and reloading, counts nothing. */
function count({ slug, isPreview, questions }: Player, furthest: number): void {
  const before = readCounted()[slug] ?? 0;
  if (isPreview || furthest <= before) return;
  const tell = (event: QuizEvent) => document.dispatchEvent(new CustomEvent("funnel", { detail: event }));
  if (before === 0) tell({ name: "quiz-view", quiz: slug });
  if (before < 2 && furthest > 1) tell({ name: "quiz-start", quiz: slug });
  for (const { id } of questions.slice(before, furthest)) tell({ name: "quiz-question", quiz: slug, question: id });
  if (furthest > questions.length) tell({ name: "quiz-finish", quiz: slug });
  setCounted(slug, furthest);
}

async function finish(player: Player): Promise<void> {
  const wait = part(player, "[data-quiz-wait]");
  wait.hidden = false;
  focus(player, wait.querySelector("h2"));
  const answers = player.state.userAnswers.map(({ questionId, selectedOptionIndex }) => `${questionId}:${selectedOptionIndex}`).join(",");
  const address = `${player.path}${player.isPreview ? "&" : "?"}a=${answers}`;
  let result: Element | null = null;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(DEADLINE_MS) });
    // The quiz has other questions by now, or another address.
    if (response.redirected) {
      storage.remove(sessionKey(player.slug));
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
  part(player, "[data-quiz-place]").replaceChildren(result ?? genericResult(player, answers));
  focus(player, part(player, "[data-quiz-result] h2"));
}

/** The generic result that the page brought along, with the visitor's answers for a quote. */
function genericResult(player: Player, answers: string): Node {
  const { slug, questions, state } = player;
  const result = part<HTMLTemplateElement>(player, "[data-quiz-fallback]").content.cloneNode(true) as DocumentFragment;
  const link = result.querySelector<HTMLAnchorElement>("a[data-quiz-done]");
  if (link) {
    const given = questions.map(({ id, field, heading, buttons }, at) => ({
      id,
      questionText: heading.textContent,
      answer: buttons[state.userAnswers[at]?.selectedOptionIndex ?? -1]?.textContent,
      ghlField: field,
    }));
    link.dataset.quizDone = JSON.stringify({ slug, answers: given });
    link.href = link.href.replace(/&a=.*/, `&a=${answers}`);
  }
  return result;
}
