import { useEffect, useRef, useState } from "react";
import {
  DIAGNOSES_FAILED,
  DIAGNOSES_REFUSED,
  GENERATE_FAILED,
  GENERATE_REFUSED,
  JOBS_PATH,
  TOPIC_MISSING,
} from "../../../constants.ts";
import {
  type DiagnosesStarted,
  type GenerationResult,
  readDiagnosesStarted,
  readGenerationResult,
} from "../../job-schema.ts";
import { readGeneratedQuiz } from "../../read-generated-quiz.ts";
import { type FollowOptions, useFollowedJob } from "./use-followed-job.ts";

export type QuizOrder = { topic: string; numQuestions: number; serviceType: string };

/** What to say without a word of the function: where it refuses, and where nothing comes back. */
type Words = { refused: string; failed: string };

type Call<A> = Words & { name: string; body: object; read: (body: unknown, refused: string) => A };

function call<A>({
  name,
  body,
  read,
  refused,
  failed,
}: Call<A>): Promise<A | { ok: false; error: string }> {
  return fetch(`/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
    .then((response) => response.json().catch(() => null))
    .then((reply) => read(reply, refused))
    .catch(() => ({ ok: false as const, error: failed }));
}

const makeQuiz = (body: QuizOrder) =>
  call<GenerationResult>({
    name: "orchestrate-quiz-generation",
    body,
    read: readGenerationResult,
    refused: GENERATE_REFUSED,
    failed: GENERATE_FAILED,
  });
const startDiagnoses = (quizId: string | null) =>
  call<DiagnosesStarted>({
    name: "generate-quiz-diagnoses",
    body: { quiz_id: quizId },
    read: readDiagnosesStarted,
    refused: DIAGNOSES_REFUSED,
    failed: DIAGNOSES_FAILED,
  });

/** Starts the generator, and follows its work. */
export function useGeneration(options: Omit<FollowOptions, "onFail">) {
  const { quizId, onQuiz } = options;
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { expect, forget, follow, showAll, isFollowing, ...progress } = useFollowedJob({
    ...options,
    onFail: setError,
  });
  // Whoever has left the page is not called back to it.
  const isOpened = useRef(true);
  useEffect(() => {
    isOpened.current = true;
    return () => {
      isOpened.current = false;
    };
  }, []);

  const begin = async <A extends { ok: true } | { ok: false; error: string }>(
    kind: "quiz" | "diagnoses",
    ask: () => Promise<A>,
  ): Promise<A> => {
    setError(undefined);
    setAsking(true);
    expect(kind);
    const started = await ask();
    if (started.ok) await showAll();
    setAsking(false);
    if (!started.ok) {
      forget();
      setError(started.error);
    }
    return started;
  };
  return {
    ...progress,
    error,
    /** What was wrong is being changed. */
    clearError: () => setError(undefined),
    isBusy: isAsking || isFollowing,
    generateQuiz: async (order: QuizOrder) => {
      if (!order.topic.trim()) return setError(TOPIC_MISSING);
      const made = await begin("quiz", () => makeQuiz(order));
      if (made.ok && isOpened.current)
        onQuiz(made.quiz.slug, made.begun, readGeneratedQuiz(made.quiz, order.serviceType));
    },
    generateDiagnoses: async () => {
      const started = await begin("diagnoses", () => startDiagnoses(quizId));
      if (started.ok) await follow(started);
    },
    cancel: async () => {
      const { job } = progress;
      if (job)
        await fetch(`${JOBS_PATH}/${job.id}`, {
          method: "POST",
          body: new URLSearchParams({ intent: "cancel" }),
        }).catch(() => null);
    },
  };
}
export type Generation = ReturnType<typeof useGeneration>;
