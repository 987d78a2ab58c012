import { expect, test } from "vitest";
import { getPriority } from "./request-priority.ts";

test.each([
  ["GET", "/healthz", "probe"],
  ["GET", "/readyz", "probe"],
  ["POST", "/functions/v1/contact-sync", "important"],
  ["OPTIONS", "/functions/v1/contact-sync", "important"],
  ["GET", "/functions/v1/contact-sync", "usual"],
  ["GET", "/functions/v1/quote-form", "usual"],
  ["POST", "/functions/v1/quote-form", "usual"],
  ["POST", "/quote", "important"],
  ["POST", "/quote.data", "important"],
  ["GET", "/quote", "usual"],
  ["GET", "/staff-door", "usual"],
  ["GET", "/staff-door.data", "usual"],
  ["HEAD", "/quote", "usual"],
  ["POST", "/staff-door.data", "important"],
  ["GET", "/backyard", "usual"],
  ["GET", "/search", "usual"],
])("%s %s is %s", (method, path, priority) =>
  expect(getPriority({ method, path, loginPath: "/staff-door" })).toBe(priority),
);
