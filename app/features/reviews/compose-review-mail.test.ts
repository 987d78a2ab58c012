import { expect, test } from "vitest";
import { findRawTokens } from "#tests/raw-tokens.ts";
import { composeReviewMail } from "./compose-review-mail.ts";

const mail = {
  brand: "Henry's Helpline",
  company: "Peach Plumbing",
  serviceType: "Plumbing",
  pageUrl: `https://x.example/r/${"k".repeat(32)}`,
};

test("the mail names the company, says that it is optional, and has the link on its own line", () => {
  const { subject, text } = composeReviewMail(mail);
  expect(subject).toBe("How did it go with Peach Plumbing?");
  expect(text.split("\n")).toContain(mail.pageUrl);
  expect(text).toContain("up to you");
  expect(text).toContain("every review, good or bad");
  expect(Math.max(...text.split("\n").map(({ length }) => length))).toBeLessThan(77);
  expect(findRawTokens(`${subject}\n${text}`)).toEqual([]);
});

test("a company's name becomes neither a link nor a mail header", () => {
  const { subject, text } = composeReviewMail({
    ...mail,
    company: "visit evil.example\r\nBcc: x@example.com",
  });
  expect(subject).toBe("How did it go with the company?");
  expect(text).not.toContain("evil");
});
