import type { ANSWER_COLUMNS } from "../answer-columns.server.ts";
import { FULL_FIELD_SPECS, type FullFieldSpec, QUIZ_DETAILS } from "../quote/fields.server.ts";
import type { QuoteField } from "../quote/fields.ts";
import { formatAnswer, formatValue } from "./format-answer.ts";

type StoredRequest = {
  [F in keyof typeof ANSWER_COLUMNS]: (typeof ANSWER_COLUMNS)[F]["_"]["data"] | null;
} & {
  serviceType: string;
  projectType: string;
  projectSize: string;
  clientReference: string | null;
  additionalDetails: Record<string, unknown>;
};

export type Fact = { label: string; value: string };

/** Fields that the dialog shows elsewhere: contact details as links, the place on one line. */
export const SHOWN_ELSEWHERE: readonly QuoteField[] = [
  "name",
  "phone",
  "email",
  "state",
  "zipCode",
  "description",
];

export const formatPlace = ({
  city,
  state,
  zipCode,
}: Pick<StoredRequest, "city" | "state" | "zipCode">) =>
  [city, [state, zipCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");

const formatKey = (key: string) => {
  const words = key.replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The visitor's answers by the section in which staff see them, without empty ones. */
export function listFacts(request: StoredRequest) {
  const { quiz_answers: quiz, ...details } = request.additionalDetails;
  const stored: Record<string, unknown> = request;
  const listAnswers = (section: FullFieldSpec["staffSection"]): Fact[] =>
    FULL_FIELD_SPECS.filter(
      ({ field, staffSection }) => staffSection === section && !SHOWN_ELSEWHERE.includes(field),
    ).map(({ field, detail, staffLabel }) =>
      field === "city"
        ? { label: "City, state, ZIP", value: formatPlace(request) }
        : {
            label: staffLabel,
            value: formatAnswer(field, detail ? details[detail] : stored[field]),
          },
    );
  const known = new Set(FULL_FIELD_SPECS.map(({ detail }) => detail));
  const others = Object.entries(details)
    .filter(([key]) => !known.has(key))
    .map(([key, value]) => ({
      label: QUIZ_DETAILS[key as keyof typeof QUIZ_DETAILS] ?? formatKey(key),
      value: formatValue(value),
    }));
  const answers = Array.isArray(quiz)
    ? (quiz as { questionText?: unknown; answer?: unknown }[])
    : [];
  const facts = {
    customer: listAnswers("Customer"),
    service: [
      { label: "Service", value: request.serviceType },
      { label: "Project type", value: request.projectType },
      { label: "Project size", value: request.projectSize },
      ...listAnswers("Service details"),
      { label: "Reference", value: request.clientReference ?? "" },
    ],
    location: listAnswers("Location"),
    details: [...listAnswers("Additional details"), ...others],
    quiz: answers.map(({ questionText, answer }) => ({
      label: formatValue(questionText),
      value: formatValue(answer),
    })),
  };
  for (const section of Object.keys(facts) as (keyof typeof facts)[])
    facts[section] = facts[section].filter(({ value }) => value !== "");
  return facts;
}
