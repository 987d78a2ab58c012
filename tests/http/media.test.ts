import { expect } from "vitest";
import { sendRaw, site, test } from "./http-client.ts";

const IMAGES = "/backyard/media/images";

test("a body that says it is too large is refused before it is read", async () => {
  const headers = {
    Origin: site(),
    "Content-Type": "multipart/form-data; boundary=x",
    "Content-Length": String(20 * 1024 * 1024),
  };
  const { status, body } = await sendRaw(IMAGES, { method: "POST", headers, body: "--x" });
  expect(status).toBe(413);
  expect(JSON.parse(body.toString())).toEqual({
    ok: false,
    message: "This image is too large: 10 MB is the limit.",
  });
  // Other addresses keep their own limit.
  expect(
    (
      await sendRaw("/backyard/service-requests", {
        method: "POST",
        headers: { ...headers, "Content-Length": "300000" },
        body: "--x",
      })
    ).status,
  ).toBe(413);
});
