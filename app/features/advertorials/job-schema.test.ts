import { expect, test } from "vitest";
import { emptyContent } from "./article-schema.ts";
import { readArticleJob, readGenerated } from "./job-schema.ts";

test("an article, its own error, and an answer that nobody can read", () => {
  const content = emptyContent();
  expect(readGenerated({ success: true, content, job_id: "j" })).toEqual({
    ok: true,
    content,
    jobId: "j",
  });
  expect(readGenerated({ success: true, content })).toEqual({ ok: true, content, jobId: null });
  expect(readGenerated({ success: false, error: "No budget", job_id: "j" })).toEqual({
    ok: false,
    error: "No budget",
    jobId: "j",
  });
  expect(readGenerated({ success: false })).toEqual({
    ok: false,
    error: "Failed to generate advertorial with AI",
  });
  for (const body of [null, "<html>", {}, { success: true, job_id: "j", content: {} }])
    expect(readGenerated(body)).toEqual({
      ok: false,
      error: "Invalid response from server",
      isLost: true,
    });
});

test("a job with its article, one without, or none", () => {
  const job = {
    id: "j",
    state: "done",
    stage: "s",
    error: null,
    generator: "model",
    content: emptyContent(),
    title: "T",
    slug: "t",
  };
  expect(readArticleJob({ job })).toEqual(job);
  expect(readArticleJob({ job: { ...job, content: null, title: null, slug: null } })).toMatchObject(
    { content: null },
  );
  expect([
    readArticleJob({ job: null }),
    readArticleJob(null),
    readArticleJob({ job: { ...job, state: "?" } }),
  ]).toEqual([null, null, null]);
});
