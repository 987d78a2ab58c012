import type { z } from "zod";
import { isDatabaseDown } from "#app/lib/errors.server.ts";
import { buildQuoteLink } from "./build-quote-link.server.ts";
import { AFTER_DANGER, type ToolName } from "./constants.ts";
import { findDangerInWords } from "./find-danger.server.ts";
import { findServices } from "./find-services.server.ts";
import { listPrices } from "./list-prices.server.ts";
import { listQuizzes } from "./list-quizzes.server.ts";
import { lookUpCoverage } from "./look-up-coverage.server.ts";
import { RENDERERS, renderDanger } from "./render-text.ts";
import { type Danger, INPUTS, type ToolInput, type ToolOutput } from "./schema.ts";
import type { Answered, ToolContext } from "./tool-context.ts";
import { walkQuiz } from "./walk-quiz.server.ts";

/** What a tool returns: its output and the same as text, or why the input was refused. */
export type ToolReply =
  | { ok: true; output: Record<string, unknown>; text: string }
  | { ok: false; error: string };

const describeOutage = (phone: string) =>
  `This cannot be looked up right now. Try again in a minute. quote_link still gives the address of the form, but a request may not go through until then. If it is urgent, call ${phone}.`;

const RUNNERS: {
  [Name in ToolName]: (
    app: ToolContext,
    input: ToolInput<Name>,
  ) => Answered<ToolOutput<Name>> | Promise<Answered<ToolOutput<Name>>>;
} = {
  find_service: findServices,
  coverage: lookUpCoverage,
  price_range: listPrices,
  list_quizzes: listQuizzes,
  diagnose: walkQuiz,
  quote_link: buildQuoteLink,
};

/** The outputs of tools that take a person's words, where these name a danger. */
const DANGER_OUTPUTS: { [Name in ToolName]?: (danger: Danger) => ToolOutput<Name> } = {
  find_service: (danger) => ({ danger, services: [], quizzes: [], next: AFTER_DANGER }),
  diagnose: (danger) => ({
    danger,
    question: null,
    result: null,
    quoteLink: null,
    next: AFTER_DANGER,
  }),
  quote_link: (danger) => ({
    danger,
    url: null,
    prefilled: { service: null, place: null },
    statement: AFTER_DANGER,
  }),
};

/**
 * Runs a tool. A danger in the person's words is answered before the rest of the input is even
 * checked: nobody who smells gas waits for a ZIP code to be corrected.
 * @param input as it was sent
 */
export async function runTool<Name extends ToolName>(
  app: ToolContext,
  name: Name,
  input: unknown,
): Promise<ToolReply> {
  const answerDanger = DANGER_OUTPUTS[name] as ((danger: Danger) => ToolOutput<Name>) | undefined;
  const danger = findNamedDanger(input, app.origin);
  if (danger)
    return answerDanger
      ? toReply(name, answerDanger(danger))
      : { ok: false, error: renderDanger(danger) };
  const parsed = INPUTS[name].safeParse(input ?? {});
  if (!parsed.success) return { ok: false, error: describeRefusal(parsed.error.issues) };
  let output: Answered<ToolOutput<Name>>;
  try {
    output = await RUNNERS[name](app, parsed.data as ToolInput<Name>);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    app.log.warn({ err: error, tool: name }, "a tool for assistants could not read the database");
    return { ok: false, error: describeOutage((await app.settings.get()).phone) };
  }
  return "refusal" in output ? { ok: false, error: output.refusal } : toReply(name, output);
}

const toReply = <Name extends ToolName>(name: Name, output: ToolOutput<Name>): ToolReply => ({
  ok: true,
  output,
  text: RENDERERS[name](output),
});

/** A danger in the words of the problem, or in what should have been the slug of a service. */
function findNamedDanger(input: unknown, origin: string): Danger | null {
  const { problem, service } = (input ?? {}) as { problem?: unknown; service?: unknown };
  for (const words of [problem, service]) {
    const danger = typeof words === "string" ? findDangerInWords(words, origin) : null;
    if (danger) return danger;
  }
  return null;
}

/** One sentence for each refusal. Values are never repeated: they may be about a person. */
const describeRefusal = (issues: readonly z.core.$ZodIssue[]): string =>
  [
    ...new Set(
      issues.map((issue) =>
        issue.code === "unrecognized_keys"
          ? "This tool takes no other fields, and nothing about a person: they enter that on the quote page themselves."
          : issue.message.endsWith(".")
            ? issue.message
            : "Send the fields of this tool as its description says.",
      ),
    ),
  ].join(" ");
