import { expect, test } from "vitest";
import { composeInvitation } from "./compose-invitation.ts";

const url = "https://henry.example/pro/join/abc-123";
const invitation = {
  ...{ brand: "Henry & Co", company: "Pipes? #1 & Sons", url },
  ...{ phone: "(404) 555-0100", email: "pat+work@pipes.example" },
};

test("the text goes to the provider's number, with the link and how long it works", () => {
  const { sms } = composeInvitation(invitation);
  const text = decodeURIComponent(sms?.replace(/^sms:\+14045550100\?&body=/, "") ?? "");
  expect(text).toBe(
    `Join Pipes? #1 & Sons on Henry & Co: ${url} This link is just for you and works once, within 7 days.`,
  );
});

test("the mail goes to the provider's address, and no name breaks its fields", () => {
  const { protocol, pathname, searchParams } = new URL(composeInvitation(invitation).mail);
  expect([protocol, decodeURIComponent(pathname)]).toEqual(["mailto:", "pat+work@pipes.example"]);
  expect([...searchParams.keys()]).toEqual(["subject", "body"]);
  expect(searchParams.get("subject")).toBe("Join Pipes? #1 & Sons on Henry & Co");
  expect(searchParams.get("body")).toContain(url);
});

test("without a number there is no text, and without an address the mail has no recipient", () => {
  const { sms, mail } = composeInvitation({ ...invitation, phone: null, email: null });
  expect(sms).toBeNull();
  expect(mail).toMatch(/^mailto:\?subject=/);
});
