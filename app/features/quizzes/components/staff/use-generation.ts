import { useEffect, useRef, useState } from "react";
import { DIAGNOSES_FAILED, DIAGNOSES_REFUSED, GENERATE_FAILED, GENERATE_REFUSED, JOBS_PATH, TOPIC_MISSING } from "../../constants.ts";
import { readStarted, type Started } from "../../job-schema.ts";
import { type FollowOptions, useFollowedJob } from "./use-followed-job.ts";

export type QuizOrder = { topic: string; numQuestions: number; serviceType: string };

/** What to say without a word of the function: where it refuses, and where nothing comes back. */
type Words = { refused: string; failed: string };

function start(name: string, body: object, { refused, failed }: Words): Promise<Started> {
  return fetch(`/functions/v1/${name}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })
    .then((response) => response.json().catch(() => null))
    .then((reply) => readStarted(reply, refused))
    .catch(() => ({ ok: false, error: failed }));
}

/** Starts the generator, and follows its work. */
export function useGeneration(options: Omit<FollowOptions, "onFail">) {
  const { quizId, onQuiz } = options;
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const { expect, forget, follow, isFollowing, ...progress } = useFollowedJob({ ...options, onFail: setError });
  // Whoever has left the page is not called back to it.
  const isOpened = useRef(true);
  useEffect(() => {
    isOpened.current = true;
    return () => {
      isOpened.current = false;
    };
  }, []);

  const begin = async (kind: "quiz" | "diagnoses", call: () => Promise<Started>): Promise<Started> => {
    setError(undefined);
    setAsking(true);
    expect(kind);
    const started = await call();
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
    isBusy: isAsking || isFollowing,
    generateQuiz: async (order: QuizOrder) => {
      if (!order.topic.trim()) return setError(TOPIC_MISSING);
      const started = await begin("quiz", () => start("orchestrate-quiz-generation", order, { refused: GENERATE_REFUSED, failed: GENERATE_FAILED }));
      if (started.ok && started.slug && isOpened.current) onQuiz(started.slug, started.jobId);
    },
    generateDiagnoses: async () => {
      const started = await begin("diagnoses", () => start("generate-quiz-diagnoses", { quiz_id: quizId }, { refused: DIAGNOSES_REFUSED, failed: DIAGNOSES_FAILED }));
      if (started.ok) follow(started.jobId);
    },
    cancel: async () => {
      const { job } = progress;
      if (job) await fetch(`${JOBS_PATH}/${job.id}`, { method: "POST", body: new URLSearchParams({ intent: "cancel" }) }).catch(() => null);
    },
  };
}
export type Generation = ReturnType<typeof useGeneration>;
