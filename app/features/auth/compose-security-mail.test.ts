import { expect, test } from "vitest";
import { findRawTokens } from "#tests/raw-tokens.ts";
import { ACCOUNT_EVENTS, composeSecurityMail } from "./compose-security-mail.ts";

test.each(ACCOUNT_EVENTS)(
  "the mail about %s leads to the account page and has no raw token",
  (event) => {
    const { subject, text } = composeSecurityMail(event, {
      brand: "Henry's Helpline",
      portal: "https://henry.example/backyard",
      when: "noon",
    });
    expect(text).toContain("https://henry.example/backyard/account");
    expect(text).toContain("Time: noon");
    expect(findRawTokens(`${subject}\n${text}`)).toEqual([]);
  },
);
