import { describe, expect, test } from "vitest";
import { isPushEndpoint } from "./push-services.ts";

describe("the address of a subscription", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc:def",
    "https://fcm.googleapis.com/wp/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("may be at a known push service: %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  test.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/fcm/send/abc",
    "https://user@fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com/fcm/send/abc#x",
    "https://fcm.googleapis.com.example.com/fcm/send/abc",
    "https://fcm.googleapis.com@169.254.169.254/latest",
    "https://push.apple.com/abc",
    "https://evilpush.apple.com.example/abc",
    "https://notpush.apple.com/abc",
    "https://127.0.0.1/abc",
    "https://[::1]/abc",
    "http://169.254.169.254/latest/meta-data",
    "http://localhost:5432/",
    "file:///etc/passwd",
    `https://fcm.googleapis.com/${"a".repeat(1_000)}`,
    "fcm.googleapis.com/fcm/send/abc",
    "",
  ])("may not be anywhere else: %s", (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  test("may be at the one further service of this installation, with exactly its origin", () => {
    const extra = "http://127.0.0.1:9999";
    expect(isPushEndpoint("http://127.0.0.1:9999/push/abc", extra)).toBe(true);
    expect(isPushEndpoint("http://127.0.0.1:9998/push/abc", extra)).toBe(false);
    expect(isPushEndpoint("http://user@127.0.0.1:9999/push/abc", extra)).toBe(false);
  });
});
