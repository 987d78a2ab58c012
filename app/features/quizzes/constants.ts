/** Messages and limits of quizzes; the strings are the specification's. */

export const URGENCIES = ["high", "medium", "low"] as const;
export type Urgency = (typeof URGENCIES)[number];
/** Larger is more urgent. */
export const URGENCY_RANK: Record<Urgency, number> = { high: 3, medium: 2, low: 1 };
/**
 * Timeline of a result whose urgency was raised by a safety rule, or of a danger that ended the
 * quiz.
 */
export const RAISED_TIMEFRAMES: Record<Urgency, string> = {
  high: "Right away",
  medium: "Within a few days",
  low: "Within a few weeks",
};

export const DEFAULT_SERVICE_TYPE = "General Home Services";
export const SERVICE_TYPES = [
  "HVAC",
  "Plumbing",
  "Electrical",
  "Roofing",
  "Auto Repair",
  DEFAULT_SERVICE_TYPE,
] as const;
export type QuizServiceType = (typeof SERVICE_TYPES)[number];

/** Options of the generator besides the service types; with Auto-detect it chooses the type. */
export const AUTO_DETECT = "Auto-detect";
export const HOME_REPAIR = "Home Repair";

/** Numbers of questions that can be generated. */
export const QUESTION_CHOICES = [3, 4, 5, 6, 7, 8, 10] as const;
export const DEFAULT_QUESTIONS = 5;
export const MAX_TOPIC = 200;
/** A shorter topic is not previewed while it is typed. */
export const MIN_PREVIEWED_TOPIC = 3;
export const TOPIC_MISSING = "Please enter a topic for AI generation";
/** Messages for a refusal without an error text; the next two are for a failed call or job. */
export const GENERATE_REFUSED = "Failed to generate quiz";
export const DIAGNOSES_REFUSED = "Failed to generate diagnoses";
export const GENERATE_FAILED = "Failed to generate quiz with AI";
export const DIAGNOSES_FAILED = "Failed to generate diagnoses with AI";
/**
 * Up to this many combinations of answers, each gets its own diagnosis; above that, outcomes and
 * partial rows answer them.
 */
export const EXACT_LIMIT = 256;

/** The model answers when the most likely outcome reaches at least this posterior... */
export const DEFAULT_POSTERIOR = 0.45;
/**
 * ...and outcomes closer to each other than this count as equally likely: the more urgent one is
 * shown.
 */
export const DEFAULT_MARGIN = 0.1;
export const MIN_OUTCOMES = 3;
export const MAX_OUTCOMES = 12;

/** Maximum number of safety rules of a quiz. */
export const MAX_RULES = 30;

export const MIN_OPTIONS = 2;
export const MAX_OPTIONS = 8;
export const MAX_QUESTIONS = 20;

export const GENERIC_TITLE = "Professional Inspection Recommended";
export const CAUSE_UNKNOWN = "Unable to determine specific cause";
export const CAUSE_LOOKUP_FAILED = "Multiple factors could be contributing to this issue";

/** The page that lists all public quizzes. */
export const QUIZZES_PATH = "/resources/articles-quizzes";
/** The quiz whose first question is on the home page. */
export const HOME_QUIZ = "water-leak";
/** The public page of a quiz. */
export const quizPath = (slug: string) => `/quiz/${slug}`;

/** Key of the draft of a quiz that has no id yet. */
export const NEW_QUIZ_KEY = "new-quiz";

export const LIST_PATH = "/backyard/quizzes";
export const EDITOR_PATH = "/backyard/quizzes/editor";
/** Form intent of the quiz list: add the newer version of a seed quiz. */
export const ADD_SEED_QUIZ = "add-seed-quiz";
/** Form intent of Check quiz: keep a diagnosis that contradicts the outcomes. */
export const KEEP_ROW = "keep-row";
export const MAX_KEEP_REASON = 300;
export const SLUG_TAKEN =
  "A quiz with this URL slug already exists. Please choose a different slug.";
export const SAVE_FAILED = "Failed to save quiz";
export const STATUS_FAILED = "Failed to update quiz status";
export const DELETE_FAILED = "Failed to delete quiz";
export const APPROVE_FAILED = "Failed to approve diagnosis";
export const REJECT_FAILED = "Failed to reject diagnosis";
export const UPDATED = "Quiz updated successfully!";
export const CREATED = "Quiz created successfully!";
export const GENERATED_WITH_ERRORS = "Diagnosis generation completed with some errors.";
export const SAVE_FIRST = "Please save the quiz first before generating diagnoses";
export const DELETE_QUESTION =
  "Are you sure you want to delete this quiz? This action cannot be undone.";
/** Service types to choose from when generating; the stored quiz gets one of SERVICE_TYPES. */
export const GENERATED_SERVICE_TYPES = [
  AUTO_DETECT,
  "HVAC",
  "Plumbing",
  "Electrical",
  "Roofing",
  "Auto Repair",
  HOME_REPAIR,
] as const;
export const JOBS_PATH = "/backyard/quizzes/jobs";
/**
 * Path of the cost estimate for generating this many questions, or the diagnoses of an existing
 * quiz.
 */
export const estimatePath = (generated: { questions: number } | { quiz: string }) =>
  `${JOBS_PATH}/estimate?${"quiz" in generated ? `quiz=${generated.quiz}` : `questions=${generated.questions}`}`;
export const TOPIC_PATH = "/backyard/quizzes/topic";
export const DRAFTS_PATH = "/backyard/quizzes/drafts";
