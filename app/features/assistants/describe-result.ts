import { GENERIC_TITLE } from "#app/features/quizzes/constants.ts";
import { describeTimeline } from "#app/features/quizzes/player/components/result-parts.tsx";
import { describeConfidence } from "#app/features/quizzes/player/describe-confidence.ts";
import type { ShownPrice, ShownResult } from "#app/features/quizzes/player/get-result.server.ts";
import { formatDollars } from "#app/features/resources/estimate-cost.ts";
import { endSentence } from "#app/lib/text.ts";
import { NO_CAUSE, NOT_CERTAIN } from "./constants.ts";
import type { Result } from "./schema.ts";

/**
 * The result of a quiz in the words of its page.
 * @param urls.page the page of this result; `origin` makes its other links absolute
 */
export function describeResult(
  { data, confidence, candidates, reasons, price }: ShownResult,
  { page, origin }: { page: string; origin: string },
): Result {
  const isGeneral = data.diagnosis === GENERIC_TITLE;
  return {
    isCauseFound: !isGeneral,
    headline: isGeneral ? data.diagnosis : `Most likely: ${data.diagnosis}`,
    confidence: confidence && describeConfidence(confidence),
    timeline: describeTimeline(data.timeframe, data.urgency),
    ifYouWait: data.waiting || null,
    message: data.customMessage || null,
    safety: data.safetyLines.map(endSentence),
    likelyCauses: isGeneral ? [] : data.causes,
    safeToCheck: data.nextSteps.map(endSentence),
    leaveToAPro: data.proSteps.map(endSentence),
    couldAlsoBe: candidates.map(({ diagnosis }) => diagnosis),
    decidedBy: reasons.map(({ question, answer }) => `${question} ${answer}`),
    prevention: data.preventionTips.map(endSentence),
    price: price && describePrice(price, origin),
    page,
    limits: isGeneral ? NO_CAUSE : NOT_CERTAIN,
  };
}

function describePrice(price: ShownPrice, origin: string): string {
  const page = origin + price.path;
  if ("range" in price)
    return `${price.range} (${price.label}): the usual range on ${page}. ${price.note ? `${price.note} ` : ""}Ask for the price in writing before work starts.`;
  return `${formatDollars(price.min)} to ${formatDollars(price.max)} (${price.name}): the range of ${page}. ${price.disclaimer}`;
}
