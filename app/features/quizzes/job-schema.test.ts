import { describe, expect, test } from "vitest";
import { readJob, readStarted } from "./job-schema.ts";

describe("what the generator answers", () => {
  test("a started run, its own error, and an answer that nobody can read", () => {
    expect(readStarted({ success: true, job_id: "j", quiz: { slug: "leak" } }, "failed")).toEqual({ ok: true, jobId: "j", slug: "leak" });
    expect(readStarted({ success: true, job_id: "j" }, "failed")).toEqual({ ok: true, jobId: "j", slug: undefined });
    expect(readStarted({ success: false, error: "No budget" }, "failed")).toEqual({ ok: false, error: "No budget" });
    expect(readStarted({ success: false }, "failed")).toEqual({ ok: false, error: "failed" });
    for (const body of [null, "<html>", {}, { success: "yes" }, { success: true }])
      expect(readStarted(body, "failed")).toEqual({ ok: false, error: "Invalid response from server" });
  });

  test("a job or none", () => {
    const job = { id: "j", kind: "quiz", state: "running", stage: "Formatting questions...", total: 8, done: 2, failures: 0, error: null, quiz: null } as const;
    expect(readJob({ job })).toEqual(job);
    expect([readJob({ job: null }), readJob(null), readJob({ job: { id: 1 } })]).toEqual([null, null, null]);
  });
});
