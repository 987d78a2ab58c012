/** A visitor's progress, as stored in session storage for each quiz. */
export type QuizSession = {
  currentQuestionIndex: number;
  userAnswers: SessionAnswer[];
  quizCompleted: boolean;
};
/** A diagnosis has no right or wrong answers: `isCorrect` is always false. */
export type SessionAnswer = { questionId: string; selectedOptionIndex: number; isCorrect: false };

export const createSession = (): QuizSession => ({
  currentQuestionIndex: 0,
  userAnswers: [],
  quizCompleted: false,
});

/** The key in session storage. */
export const getSessionKey = (slug: string) => `quiz-${slug}`;

type QuestionShape = { id: string; options: number };

/** Parses a stored state; null when it is invalid or does not match the questions. */
export function parseSession(
  text: string | null,
  questions: readonly QuestionShape[],
): QuizSession | null {
  let stored: Partial<QuizSession> | null;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return null;
  }
  const given = stored?.userAnswers;
  if (!stored || !Array.isArray(given) || typeof stored.quizCompleted !== "boolean") return null;
  const userAnswers = parseSessionAnswers(given, questions);
  const { currentQuestionIndex: current, quizCompleted } = stored;
  // The current question is the first without an answer; after the last answer it stays the last
  // one.
  const expected = quizCompleted ? questions.length - 1 : userAnswers?.length;
  if (
    !userAnswers ||
    current === undefined ||
    current !== expected ||
    (userAnswers.length === questions.length) !== quizCompleted
  )
    return null;
  return { currentQuestionIndex: current, userAnswers, quizCompleted };
}

function parseSessionAnswers(
  given: readonly unknown[],
  questions: readonly QuestionShape[],
): SessionAnswer[] | null {
  const answers: SessionAnswer[] = [];
  for (const [at, entry] of given.entries()) {
    const { questionId, selectedOptionIndex: option } = (entry ?? {}) as Partial<SessionAnswer>;
    const question = questions[at];
    if (
      !question ||
      questionId !== question.id ||
      !Number.isInteger(option) ||
      option === undefined ||
      option < 0 ||
      option >= question.options
    )
      return null;
    answers.push({ questionId, selectedOptionIndex: option, isCorrect: false });
  }
  return answers;
}
