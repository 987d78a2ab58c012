import { useCallback, useEffect, useReducer, useRef } from "react";
import {
  type GenerationEvent,
  type GenerationState,
  generationReducer,
  getShownJob,
  isGenerating,
  isLate,
} from "../../generation-state.ts";
import type { FollowedJob } from "../../job-schema.ts";
import { fetchJob, usePolledJob } from "./use-polled-job.ts";

/** How long the result is shown. */
const RESULT_MS = 2_000;

type GenerationJobOptions<Job extends FollowedJob> = {
  /** URL under which the jobs are, each at its id and the newest at `latest`. */
  jobsPath: string;
  parse: (body: unknown) => Job | null;
  /** Shown for a failed job without a message of its own. */
  failedMessage: (job: Job) => string;
  /** The job that the page was opened with. */
  initialWork?: { jobId: string | null };
  /** Whether the newest job may be the requested one; until then it is not shown. */
  isRequested?: (job: Job) => boolean;
  /** Called with each state of the followed job; true when the page stops following it. */
  onFollowed?: (job: Job) => boolean;
  /** Called once when the followed job is done or cancelled. */
  onEnd?: (job: Job, isStartedHere: boolean) => void;
  /** Called when the result has been shown. */
  onShown?: (job: Job) => void;
};

const getInitialState = <Job extends FollowedJob>(
  initialWork: { jobId: string | null } | undefined,
): GenerationState<Job> => {
  if (!initialWork) return { phase: "idle" };
  return initialWork.jobId
    ? { phase: "following", id: initialWork.jobId, job: null, isStartedHere: true }
    : { phase: "starting", job: null, isLate: false };
};

/** A generation job from its start to its end, for the editor that started or found it. */
export function useGenerationJob<Job extends FollowedJob>(options: GenerationJobOptions<Job>) {
  const { jobsPath, parse, initialWork } = options;
  const latest = useRef(options);
  latest.current = options;
  const [state, dispatch] = useReducer(generationReducer<Job>, initialWork, getInitialState<Job>);
  const polled =
    state.phase === "following"
      ? state.id
      : state.phase === "starting" && !state.isLate && options.isRequested
        ? "latest"
        : null;
  usePolledJob({
    path: polled && `${jobsPath}/${polled}`,
    read: parse,
    onJob: (job) => {
      const { isRequested, onFollowed, failedMessage } = latest.current;
      if (!job || (polled === "latest" && !isRequested?.(job))) return;
      if (polled !== "latest" && onFollowed?.(job)) return;
      dispatch({ type: "polled", job, failed: failedMessage(job) });
    },
    onTimeout: () => dispatch({ type: "timed-out" }),
  });
  useEffect(() => {
    if (state.phase !== "ended") return;
    const { job, isStartedHere } = state;
    latest.current.onEnd?.(job, isStartedHere);
    const timer = setTimeout(() => {
      dispatch({ type: "dismiss" });
      latest.current.onShown?.(job);
    }, RESULT_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const job = getShownJob(state);
  return {
    state,
    job,
    isBusy: isGenerating(state),
    isLate: isLate(state),
    error: state.phase === "failed" ? state.message : undefined,
    dispatch: dispatch as (event: GenerationEvent<Job>) => void,
    /** Loads a job; null when there is none. */
    fetchJob: useCallback(
      (place: string) => fetchJob(`${jobsPath}/${place}`, latest.current.parse),
      [jobsPath],
    ),
    clearError: () => {
      if (state.phase === "failed") dispatch({ type: "dismiss" });
    },
    cancel: () => job && postJobIntent(`${jobsPath}/${job.id}`, "cancel"),
  };
}

/** Posts an intent to a job; `dismiss`: its result was used, or is not wanted. */
export async function postJobIntent(path: string, intent: "cancel" | "dismiss"): Promise<void> {
  await fetch(path, { method: "POST", body: new URLSearchParams({ intent }) }).catch(() => null);
}
