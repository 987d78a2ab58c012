import { describe, expect, test } from "vitest";
import { parseDiagnosesStarted, parseGenerationResult, parseJob } from "./job-schema.ts";

describe("responses of the generator", () => {
  test("are parsed: a started run, the server's own error, or an invalid response", () => {
    const quiz = { id: "q", title: "A leak", slug: "leak", description: "", questions: [] };
    const generated = { success: true, quiz, totalCombinations: 8, generatedDiagnoses: 2 };
    expect(parseGenerationResult(generated, "failed")).toEqual({
      ok: true,
      quiz,
      startedWork: { jobId: null, done: 2, total: 8 },
    });
    expect(parseGenerationResult({ ...generated, job_id: "j" }, "failed")).toMatchObject({
      ok: true,
      startedWork: { jobId: "j" },
    });
    expect(parseDiagnosesStarted({ success: true, generatedDiagnoses: 3 }, "failed")).toEqual({
      ok: true,
      jobId: null,
      done: 3,
      total: 0,
    });
    const invalid = { ok: false, error: "Invalid response from server" };
    for (const part of Object.keys(generated))
      expect(parseGenerationResult({ ...generated, [part]: undefined }, "failed"), part).toEqual(
        invalid,
      );
    for (const part of Object.keys(quiz))
      expect(
        parseGenerationResult({ ...generated, quiz: { ...quiz, [part]: undefined } }, "failed"),
        part,
      ).toEqual(invalid);
    for (const read of [parseGenerationResult, parseDiagnosesStarted]) {
      expect(read({ success: false, error: "No budget" }, "failed")).toEqual({
        ok: false,
        error: "No budget",
      });
      expect(read({ success: false }, "failed")).toEqual({ ok: false, error: "failed" });
      for (const body of [null, "<html>", {}, { success: "yes" }, { success: true }])
        expect(read(body, "failed")).toEqual(invalid);
    }
  });

  test("a job is parsed, and an invalid one is null", () => {
    const job = {
      id: "j",
      kind: "quiz",
      state: "running",
      stage: "Formatting questions...",
      total: 8,
      done: 2,
      failures: 0,
      error: null,
      quiz: null,
    } as const;
    expect(parseJob({ job })).toEqual(job);
    expect([parseJob({ job: null }), parseJob(null), parseJob({ job: { id: 1 } })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
