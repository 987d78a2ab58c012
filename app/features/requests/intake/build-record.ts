import { FALLBACK_SERVICE_TYPE } from "#app/features/catalog/constants.ts";
import type { QuizAnswer, QuizHandoff } from "#app/lib/quiz-handoff.ts";
import { CLIENT_REFERENCE_PREFIX, PROJECT_SIZE, PROJECT_TYPE } from "../constants.ts";
import { YES_NO } from "../quote/field-spec.ts";
import { FIELD_LIST, type FIELDS, type QuoteDraft, type QuoteField } from "../quote/fields.ts";

type Specs = typeof FIELDS;
type Stored<F extends QuoteField> = Specs[F] extends { choices: typeof YES_NO } ? boolean : string;
export type RecordAnswers = {
  [F in QuoteField as Specs[F] extends { record: infer K extends string } ? K : never]: Stored<F>;
};
/** Answers to hidden questions are absent; other programs may leave out any. */
type DetailAnswers = {
  [F in QuoteField as Specs[F] extends { detail: infer K extends string } ? K : never]?: Stored<F>;
};

/** `additional_details` of the service request payload (specification P3). */
export type AdditionalDetails = DetailAnswers & {
  quiz_answers?: QuizAnswer[];
  quiz_slug?: string;
  quiz_completed?: boolean;
};

/** `record` of the contact-sync call (specification P7). */
export type ContactSyncRecord = RecordAnswers & {
  id: string;
  service_type: string;
  project_type: string;
  project_size: string;
  send_template: string;
  additional_details: AdditionalDetails;
  created_at: string;
};

/**
 * The payload of a completed form. Values are sent untrimmed, without answers to hidden questions.
 */
export function buildRecord(
  values: QuoteDraft,
  options: { serviceType?: string; quiz?: QuizHandoff; now: Date },
): ContactSyncRecord {
  const answers: Record<string, string | boolean> = {};
  const details: Record<string, string | boolean> = {};
  for (const [field, { record, detail, choices, isVisible }] of FIELD_LIST) {
    if (isVisible && !isVisible(values)) continue;
    const value = choices === YES_NO ? values[field] === "Yes" : values[field];
    if (record) answers[record] = value;
    else if (detail) details[detail] = value;
  }
  return {
    id: `${CLIENT_REFERENCE_PREFIX}${options.now.getTime()}`,
    ...(answers as RecordAnswers),
    service_type: options.serviceType || FALLBACK_SERVICE_TYPE,
    project_type: PROJECT_TYPE,
    project_size: PROJECT_SIZE,
    send_template: "",
    additional_details: {
      ...details,
      ...(options.quiz && {
        quiz_answers: options.quiz.answers,
        quiz_slug: options.quiz.slug,
        quiz_completed: true,
      }),
    },
    created_at: options.now.toISOString(),
  };
}
