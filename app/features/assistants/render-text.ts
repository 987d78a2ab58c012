import { AFTER_DANGER, type ToolName } from "./constants.ts";
import type { Danger, Result, ToolOutput } from "./schema.ts";

/** The outputs of the tools as text, for programs that show a model nothing else. */

const CALL_911 =
  "This needs 911. Do the steps below in order: they say when to call. If you cannot get out, call 911 right where you are.";

const toBullets = (title: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${title}:`, ...items.map((item) => `- ${item}`)] : [];
const toSteps = (steps: readonly string[]) => steps.map((step, index) => `${index + 1}. ${step}`);
/** As on the page: checks are called safe only where it says what is not. */
const renderChecks = ({ safeToCheck, leaveToAPro }: Result): string[] =>
  safeToCheck.length > 0
    ? [
        leaveToAPro.length > 0
          ? "Safe for the person to check, in this order:"
          : "Next steps, in this order:",
        ...toSteps(safeToCheck),
      ]
    : [];
const join = (...lines: (string | null | readonly string[])[]): string =>
  lines
    .flat()
    .filter((line) => line !== null)
    .join("\n");

/** A danger stands alone: nothing else that a tool could say is in the text. */
export const renderDanger = ({ headline, call911, alsoCall, steps, page }: Danger): string =>
  join(
    `DANGER: ${headline}. Tell the person this now, before anything else:`,
    call911 ? CALL_911 : null,
    toSteps(steps),
    alsoCall && `${call911 ? "Then also" : "Then"} call ${alsoCall}.`,
    page && `More: ${page}`,
    AFTER_DANGER,
  );

const renderResult = (result: Result): string =>
  join(
    result.headline,
    result.confidence,
    result.limits,
    `Timeline: ${result.timeline}`,
    result.ifYouWait && `If you wait: ${result.ifYouWait}`,
    result.message,
    toBullets("Safety", result.safety),
    toBullets("Likely causes", result.likelyCauses),
    renderChecks(result),
    toBullets("Leave to a pro", result.leaveToAPro),
    toBullets(
      result.isCauseFound ? "It could also be" : "These fit the answers best",
      result.couldAlsoBe,
    ),
    toBullets("These answers decided", result.decidedBy),
    toBullets("Prevention", result.prevention),
    result.price && `Price: ${result.price}`,
    `This result as a page: ${result.page}`,
  );

export const RENDERERS: { [Name in ToolName]: (output: ToolOutput<Name>) => string } = {
  find_service: ({ danger, services, quizzes, next }) =>
    danger
      ? renderDanger(danger)
      : join(
          toBullets(
            "Services",
            services.map(
              ({ slug, name, summary, page }) => `${name} (${slug}): ${summary} ${page}`,
            ),
          ),
          toBullets(
            "Quizzes that look for the cause",
            quizzes.map(({ slug, title, page }) => `${title} (${slug}): ${page}`),
          ),
          next,
        ),
  coverage: ({ message }) => message,
  price_range: ({ service, prices, sizes, priceFactors, statement, page, estimator }) =>
    join(
      service,
      prices.map(({ label, range, note }) => `- ${label}: ${range}${note ? `. ${note}` : ""}`),
      toBullets(
        "By size",
        sizes.map(({ label, range }) => `${label}: ${range}`),
      ),
      statement,
      toBullets("What moves the price", priceFactors),
      page,
      estimator && `Cost estimator: ${estimator}`,
    ),
  list_quizzes: ({ quizzes, next }) =>
    join(
      quizzes.map(
        ({ slug, title, description, page }) => `- ${title} (${slug}): ${description} ${page}`,
      ),
      next,
    ),
  diagnose: ({ danger, question, result, quoteLink, next }) =>
    danger
      ? renderDanger(danger)
      : join(
          question && [
            `Question ${question.number} of ${question.of}: ${question.text}`,
            ...question.answers.map(({ id, text }) => `- ${id}: ${text}`),
          ],
          result && renderResult(result),
          quoteLink && `Quote form with these answers: ${quoteLink}`,
          next,
        ),
  quote_link: ({ danger, url, prefilled: { service, place }, statement }) =>
    danger
      ? renderDanger(danger)
      : join(
          url,
          service || place
            ? `Filled in: ${[service, place].filter((part) => part !== null).join("; ")}.`
            : null,
          statement,
        ),
};
