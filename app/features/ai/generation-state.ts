import { type FollowedJob, isUnfinished } from "./job-schema.ts";

/**
 * State of the generation that an editor started, or that it found in progress.
 * `isStartedHere`: this page started it.
 */
export type GenerationState<Job extends FollowedJob> =
  | { phase: "idle" }
  /** The request is pending; `job` is the unfinished job that was polled meanwhile. */
  | { phase: "starting"; job: Job | null; isLate: boolean }
  | { phase: "following"; id: string; job: Job | null; isStartedHere: boolean }
  /** The page stopped polling; the job continues. */
  | { phase: "late"; job: Job | null }
  /** Done or cancelled; shown for a moment. */
  | { phase: "ended"; job: Job; isStartedHere: boolean }
  | { phase: "failed"; message: string };

export type GenerationEvent<Job extends FollowedJob> =
  | { type: "start" }
  /** An unfinished job from before the page was opened. */
  | { type: "found"; job: Job }
  /** The request was answered with a job to follow. */
  | { type: "accepted"; id: string; job?: Job }
  /** The request was answered, and its work has ended. */
  | { type: "finished"; job: Job; failed: string }
  /** The request was answered with the result itself, so that there is nothing to follow. */
  | { type: "answered" }
  | { type: "refused"; message: string }
  /** `failed`: the message of a failed job without one of its own. */
  | { type: "polled"; job: Job; failed: string }
  | { type: "timed-out" }
  /** The result has been shown long enough, or the person changed the form after a failure. */
  | { type: "dismiss" };

/** The next state; events that do not fit the phase, such as late replies, change nothing. */
export function generationReducer<Job extends FollowedJob>(
  state: GenerationState<Job>,
  event: GenerationEvent<Job>,
): GenerationState<Job> {
  switch (event.type) {
    case "start":
      return { phase: "starting", job: null, isLate: false };
    case "found":
      return state.phase === "idle"
        ? { phase: "following", id: event.job.id, job: event.job, isStartedHere: false }
        : state;
    case "accepted":
      return { phase: "following", id: event.id, job: event.job ?? null, isStartedHere: true };
    case "answered":
      return { phase: "idle" };
    case "refused":
      return state.phase === "following" ? state : { phase: "failed", message: event.message };
    case "finished":
      return getEndState(event, true);
    case "polled":
      return reducePolled(state, event);
    case "timed-out":
      if (state.phase === "starting") return { ...state, isLate: true };
      return state.phase === "following" ? { phase: "late", job: state.job } : state;
    case "dismiss":
      return state.phase === "ended" || state.phase === "failed" ? { phase: "idle" } : state;
  }
}

function reducePolled<Job extends FollowedJob>(
  state: GenerationState<Job>,
  event: Extract<GenerationEvent<Job>, { type: "polled" }>,
): GenerationState<Job> {
  // Until the request is answered, an ended job is an earlier one.
  if (state.phase === "starting")
    return isUnfinished(event.job) ? { ...state, job: event.job } : state;
  if (state.phase !== "following" || event.job.id !== state.id) return state;
  return isUnfinished(event.job)
    ? { ...state, job: event.job }
    : getEndState(event, state.isStartedHere);
}

const getEndState = <Job extends FollowedJob>(
  { job, failed }: { job: Job; failed: string },
  isStartedHere: boolean,
): GenerationState<Job> =>
  job.state === "failed"
    ? { phase: "failed", message: job.error || failed }
    : { phase: "ended", job, isStartedHere };

export const isGenerating = ({ phase }: GenerationState<FollowedJob>) =>
  phase === "starting" || phase === "following";

/** The job to show, if there is one. */
export const getShownJob = <Job extends FollowedJob>(state: GenerationState<Job>): Job | null =>
  "job" in state ? state.job : null;

export const isLate = (state: GenerationState<FollowedJob>) =>
  state.phase === "late" || (state.phase === "starting" && state.isLate);
