import type { QuizSession } from "#app/features/quizzes/player/parse-session.ts";

type Question = {
  id: string;
  field: string;
  fieldset: HTMLFieldSetElement;
  heading: HTMLElement;
  buttons: HTMLElement[];
};
export type Player = {
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
export const storage = {
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

/** An element of the quiz that its page always has. */
export const getPart = <E extends HTMLElement = HTMLElement>({ root }: Player, selector: string) =>
  root.querySelector(selector) as E;

/** The answers so far, such as `1:0`. */
export const formatAnswerPairs = ({ state }: Player) =>
  state.userAnswers.map(
    ({ questionId, selectedOptionIndex }) => `${questionId}:${selectedOptionIndex}`,
  );

/** Focuses the new content, and scrolls the page up to it. */
export function focusHeading({ root }: Player, heading: HTMLElement | null | undefined): void {
  heading?.focus({ preventScroll: true });
  if (root.getBoundingClientRect().top < 0) root.scrollIntoView({ block: "start" });
}
