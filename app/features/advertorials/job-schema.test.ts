import { expect, test } from "vitest";
import { createEmptyContent } from "./article-schema.ts";
import { parseArticleJob, parseGenerateReply } from "./job-schema.ts";

test("a response is an article, the server's own error, or invalid", () => {
  const content = createEmptyContent();
  expect(parseGenerateReply({ success: true, content, job_id: "j" })).toEqual({
    ok: true,
    content,
    jobId: "j",
  });
  expect(parseGenerateReply({ success: true, content })).toEqual({
    ok: true,
    content,
    jobId: null,
  });
  expect(parseGenerateReply({ success: false, error: "No budget", job_id: "j" })).toEqual({
    ok: false,
    error: "No budget",
    jobId: "j",
  });
  expect(parseGenerateReply({ success: false })).toEqual({
    ok: false,
    error: "Failed to generate advertorial with AI",
  });
  for (const body of [null, "<html>", {}, { success: true, job_id: "j", content: {} }])
    expect(parseGenerateReply(body)).toEqual({
      ok: false,
      error: "Invalid response from server",
      isLost: true,
    });
});

test("a job is parsed with or without its article, and an invalid one is null", () => {
  const job = {
    id: "j",
    state: "done",
    stage: "s",
    error: null,
    generator: "model",
    content: createEmptyContent(),
    title: "T",
    slug: "t",
  };
  expect(parseArticleJob({ job })).toEqual(job);
  expect(
    parseArticleJob({ job: { ...job, content: null, title: null, slug: null } }),
  ).toMatchObject({ content: null });
  expect([
    parseArticleJob({ job: null }),
    parseArticleJob(null),
    parseArticleJob({ job: { ...job, state: "?" } }),
  ]).toEqual([null, null, null]);
});
