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
  parseDiagnosesStarted,
  parseGenerationResult,
} from "../../job-schema.ts";
import { parseGeneratedQuiz } from "../../parse-generated-quiz.ts";
import { type FollowOptions, useFollowedJob } from "./use-followed-job.ts";

export type QuizOrder = { topic: string; numQuestions: number; serviceType: string };

/**
 * Messages without an error text of the endpoint: when it refuses, and when there is no response.
 */
type CallMessages = { refused: string; failed: string };

type GeneratorCall<A> = CallMessages & {
  name: string;
  body: object;
  read: (body: unknown, refused: string) => A;
};

function callGenerator<A>({
  name,
  body,
  read,
  refused,
  failed,
}: GeneratorCall<A>): Promise<A | { ok: false; error: string }> {
  return fetch(`/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
    .then((response) => response.json().catch(() => null))
    .then((reply) => read(reply, refused))
    .catch(() => ({ ok: false as const, error: failed }));
}

const requestQuiz = (body: QuizOrder) =>
  callGenerator<GenerationResult>({
    name: "orchestrate-quiz-generation",
    body,
    read: parseGenerationResult,
    refused: GENERATE_REFUSED,
    failed: GENERATE_FAILED,
  });
const requestDiagnoses = (quizId: string | null) =>
  callGenerator<DiagnosesStarted>({
    name: "generate-quiz-diagnoses",
    body: { quiz_id: quizId },
    read: parseDiagnosesStarted,
    refused: DIAGNOSES_REFUSED,
    failed: DIAGNOSES_FAILED,
  });

/** Starts a generation job and follows it. */
export function useGeneration(options: Omit<FollowOptions, "onFail">) {
  const { quizId, onQuiz } = options;
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<string>();
  const { expect, forget, follow, showAll, isFollowing, ...progress } = useFollowedJob({
    ...options,
    onFail: setError,
  });
  // The callbacks do nothing once the page was left.
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const start = async <A extends { ok: true } | { ok: false; error: string }>(
    kind: "quiz" | "diagnoses",
    ask: () => Promise<A>,
  ): Promise<A> => {
    setError(undefined);
    setStarting(true);
    expect(kind);
    const started = await ask();
    if (started.ok) await showAll();
    setStarting(false);
    if (!started.ok) {
      forget();
      setError(started.error);
    }
    return started;
  };
  return {
    ...progress,
    error,
    /** Called when the input changes. */
    clearError: () => setError(undefined),
    isBusy: isStarting || isFollowing,
    generateQuiz: async (order: QuizOrder) => {
      if (!order.topic.trim()) return setError(TOPIC_MISSING);
      const started = await start("quiz", () => requestQuiz(order));
      if (started.ok && isMounted.current)
        onQuiz(
          started.quiz.slug,
          started.startedWork,
          parseGeneratedQuiz(started.quiz, order.serviceType),
        );
    },
    generateDiagnoses: async () => {
      const started = await start("diagnoses", () => requestDiagnoses(quizId));
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
