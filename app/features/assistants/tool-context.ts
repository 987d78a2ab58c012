import type { AppContext } from "#app/app-context.ts";

/** What the tools read. None of them writes. */
export type ToolContext = Pick<
  AppContext,
  "articles" | "contentCounter" | "db" | "log" | "now" | "quizzes" | "settings"
> & {
  /** Our own origin, such as https://example.com: links of tools are absolute. */
  origin: string;
};

/** The output of a tool, or one sentence that says what to do about the input. */
export type Answered<Output> = Output | { refusal: string };

export const UNKNOWN_SERVICE =
  "service: there is no service with this slug. Call find_service, and use a slug that it gives.";

export const UNKNOWN_ZIP =
  "zip: there is no such ZIP code. Ask the person for the five digits again, or leave it out.";
