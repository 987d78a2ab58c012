import type { AdditionalDetails } from "#app/features/requests/intake/build-record.ts";
import { type ChoiceValue, FIELDS } from "#app/features/requests/quote/fields.ts";
import type { DemoQuiz } from "./read-quizzes.server.ts";
import type { Random } from "./seeded-random.ts";

export type Timeframe = ChoiceValue<"timeframe">;
type Urgency = ChoiceValue<"urgencyLevel">;

/** When the work should happen, by how soon help is wanted. */
const URGENCY_BY_TIMEFRAME: Record<Timeframe, readonly Urgency[]> = {
  emergency: ["today-asap"],
  urgent: ["today-asap", "this-week", "this-week"],
  soon: ["this-week", "this-month"],
  planning: ["this-month", "just-researching"],
};

const pickChoice = <V extends string>(random: Random, choices: readonly { value: V }[]) =>
  random.pick(choices).value;

type DetailsOptions = {
  quiz: DemoQuiz | undefined;
  isOwner: boolean;
  timeframe: Timeframe;
  hasEmail: boolean;
};

/** Answers to the quote form's optional questions, and to the quiz that led to the request. */
export function generateDetails(
  random: Random,
  { quiz, isOwner, timeframe, hasEmail }: DetailsOptions,
): AdditionalDetails {
  const channels = FIELDS.communicationPreference.choices.filter(
    ({ value }) => hasEmail || value !== "email",
  );
  const details: AdditionalDetails = {
    property_class: random.chance(0.9)
      ? FIELDS.propertyClass.choices[0].value
      : FIELDS.propertyClass.choices[1].value,
    urgency_level: random.pick(URGENCY_BY_TIMEFRAME[timeframe]),
    scheduling_preference:
      timeframe === "emergency"
        ? "call-me"
        : pickChoice(random, FIELDS.schedulingPreference.choices),
    communication_preference: timeframe === "emergency" ? "phone" : pickChoice(random, channels),
    will_use_insurance: random.chance(0.3)
      ? pickChoice(random, FIELDS.willUseInsurance.choices)
      : "",
  };
  if (!isOwner) details.is_authorized_to_hire = true;
  if (!quiz) return details;
  const answers = quiz.questions.map(({ id, questionText, ghlField, options }) => ({
    id,
    questionText,
    answer: random.pick(options),
    ghlField,
  }));
  return { ...details, quiz_answers: answers, quiz_slug: quiz.slug, quiz_completed: true };
}
