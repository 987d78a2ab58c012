import { expect, test } from "vitest";
import { hasContactDetails } from "./has-contact-details.ts";

test.each([
  "call me at (512) 555-0123",
  "5125550123 please",
  "512.555.0123",
  "+1 512-555-0123",
  "write to pat@example.com",
])("finds contact details: %s", (text) => {
  expect(hasContactDetails(text)).toBe(true);
});

test.each([
  "plumber in 78701",
  "house from 1998, 2000 sq ft",
  "water heater 50 gallons, 12 years old",
  "2 faucets @ 80 psi",
  "error code 4021 since 2024",
])("leaves a description alone: %s", (text) => {
  expect(hasContactDetails(text)).toBe(false);
});
