import { expect, test } from "vitest";
import {
  type GenerationEvent,
  type GenerationState,
  generationReducer,
  getShownJob,
  isGenerating,
  isLate,
} from "./generation-state.ts";
import type { FollowedJob } from "./job-schema.ts";

const job = (state: FollowedJob["state"], changes: Partial<FollowedJob> = {}): FollowedJob => ({
  id: "1",
  state,
  stage: "Writing",
  error: null,
  ...changes,
});
const polled = (seen: FollowedJob): GenerationEvent<FollowedJob> => ({
  type: "polled",
  job: seen,
  failed: "Failed to generate",
});
const run = (...events: GenerationEvent<FollowedJob>[]) =>
  events.reduce(generationReducer, { phase: "idle" } as GenerationState<FollowedJob>);
const START: GenerationEvent<FollowedJob> = { type: "start" };
const ACCEPTED: GenerationEvent<FollowedJob> = { type: "accepted", id: "1" };

test("a job is started, followed and done, and then no longer shown", () => {
  const followed = run(START, ACCEPTED, polled(job("running")));
  expect(isGenerating(followed)).toBe(true);
  expect(getShownJob(followed)?.stage).toBe("Writing");
  const ended = generationReducer(followed, polled(job("done")));
  expect(ended).toEqual({ phase: "ended", job: job("done"), isStartedHere: true });
  expect(isGenerating(ended)).toBe(false);
  expect(generationReducer(ended, { type: "dismiss" })).toEqual({ phase: "idle" });
});

test("until the request is answered, only an unfinished job is shown", () => {
  expect(getShownJob(run(START, polled(job("done"))))).toBeNull();
  expect(getShownJob(run(START, polled(job("running"))))).toEqual(job("running"));
});

test("a job from before the page was opened is followed, but not once the person started one", () => {
  const found: GenerationEvent<FollowedJob> = { type: "found", job: job("waiting") };
  expect(run(found, polled(job("done")))).toMatchObject({ phase: "ended", isStartedHere: false });
  expect(run(START, found)).toEqual(run(START));
});

test("a cancelled job ends without a failure", () => {
  expect(run(START, ACCEPTED, polled(job("cancelled")))).toMatchObject({
    phase: "ended",
    job: { state: "cancelled" },
  });
});

test("a failure shows the server's message or else the general one, until the form is changed", () => {
  expect(run(START, ACCEPTED, polled(job("failed", { error: "Over budget" })))).toEqual({
    phase: "failed",
    message: "Over budget",
  });
  const failed = run(START, ACCEPTED, polled(job("failed")));
  expect(failed).toEqual({ phase: "failed", message: "Failed to generate" });
  expect(generationReducer(failed, { type: "dismiss" })).toEqual({ phase: "idle" });
  expect(run(START, { type: "refused", message: "No topic" })).toEqual({
    phase: "failed",
    message: "No topic",
  });
});

test("after ten minutes the page stops checking, and says so", () => {
  const late = run(START, ACCEPTED, polled(job("running")), { type: "timed-out" });
  expect([isLate(late), isGenerating(late)]).toEqual([true, false]);
  expect(getShownJob(late)).toEqual(job("running"));
  const waiting = run(START, { type: "timed-out" });
  expect([isLate(waiting), isGenerating(waiting)]).toEqual([true, true]);
  expect(isLate(generationReducer(waiting, ACCEPTED))).toBe(false);
});

test("work that ended before the request was answered is shown as ended", () => {
  const finished = { type: "finished", job: job("done", { id: "" }), failed: "x" } as const;
  expect(run(START, finished)).toMatchObject({ phase: "ended", isStartedHere: true });
});

test("a form sent without a topic does not stop a followed job", () => {
  const followed = run(START, ACCEPTED);
  expect(generationReducer(followed, { type: "refused", message: "No topic" })).toBe(followed);
});

test("a reply that comes too late changes nothing", () => {
  const idle = run(START, { type: "answered" });
  expect(generationReducer(idle, polled(job("running")))).toEqual({ phase: "idle" });
  expect(run(START, ACCEPTED, polled(job("done", { id: "earlier" })))).toEqual(
    run(START, ACCEPTED),
  );
  expect(run(START, { type: "dismiss" })).toEqual(run(START));
});
