import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRetryingFetch, RETRY_MS } from "./retrying-fetch.ts";

const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const status = (code: number) => () => Promise.resolve(new Response(null, { status: code }));
const page = (init: RequestInit = {}) =>
  new Request("http://localhost/backyard/providers.data", init);

/** Responds in order; the last response repeats. */
function server(...answers: (() => Promise<Response>)[]) {
  let sent = 0;
  const retrying = createRetryingFetch(() => (answers[sent++] ?? answers.at(-1) ?? lost)());
  return { ...retrying, sent: () => sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("a load that fails", () => {
  it.each([
    ["without a connection", lost],
    ["after an error of the server", status(500)],
    ["while the server is overloaded", status(503)],
    ["over a rate limit", status(429)],
  ])("is retried after ten seconds %s", async (_title, failure) => {
    const { fetch, hasFailed, sent } = server(failure, failure, status(200));
    const answer = fetch(page());
    await vi.advanceTimersByTimeAsync(0);
    expect(hasFailed()).toBe(true);
    await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
    expect(sent()).toBe(1);
    await vi.advanceTimersByTimeAsync(1 + RETRY_MS);
    expect((await answer).status).toBe(200);
    expect(sent()).toBe(3);
    expect(hasFailed()).toBe(false);
  });

  it("is retried at once on request", async () => {
    const { fetch, retry, hasFailed } = server(lost, status(200));
    const answer = fetch(page());
    await vi.advanceTimersByTimeAsync(0);
    retry();
    expect((await answer).status).toBe(200);
    expect(hasFailed()).toBe(false);
  });

  it("ends when the router aborts it", async () => {
    const { fetch, hasFailed, sent } = server(lost);
    const leaving = new AbortController();
    const answer = fetch(page({ signal: leaving.signal }));
    const refused = expect(answer).rejects.toThrow("aborted");
    await vi.advanceTimersByTimeAsync(0);
    leaving.abort();
    await refused;
    expect(hasFailed()).toBe(false);
    await vi.advanceTimersByTimeAsync(RETRY_MS);
    expect(sent()).toBe(1);
  });

  it("is reported until the last load has succeeded", async () => {
    const { fetch, retry, subscribe, hasFailed } = server(
      lost,
      lost,
      status(200),
      lost,
      status(200),
    );
    const reports: boolean[] = [];
    subscribe(() => reports.push(hasFailed()));
    const answers = [fetch(page()), fetch(page())];
    await vi.advanceTimersByTimeAsync(0);
    retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(reports).toEqual([true]);
    retry();
    await Promise.all(answers);
    expect(reports).toEqual([true, false]);
  });
});

it("returns a successful response unchanged, and sends a change only once", async () => {
  const missing = server(status(404));
  expect((await missing.fetch(page())).status).toBe(404);
  const change = server(status(500));
  expect((await change.fetch(page({ method: "POST", body: "x" }))).status).toBe(500);
  expect(change.hasFailed()).toBe(false);
});
