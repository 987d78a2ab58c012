import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBytes, readForm, readJson, readLimitedForm, readText } from "./read-body.server.ts";

const URLENCODED = "application/x-www-form-urlencoded";
const post = (body: BodyInit | null, type?: string) =>
  new Request("http://localhost/", {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "Content-Type": type },
  });
/** A body whose sender disconnects. */
const broken = (type: string) =>
  new Request("http://localhost/", {
    method: "POST",
    body: new ReadableStream({
      pull: (controller) => controller.error(new TypeError("terminated")),
    }),
    headers: { "Content-Type": type },
    duplex: "half",
  } as RequestInit);

/** The response that was thrown. */
async function getRefusal(reading: Promise<unknown>): Promise<Response> {
  const outcome = await reading.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(outcome instanceof Response)) throw new Error(`not refused but ${String(outcome)}`);
  return outcome;
}

describe("a form", () => {
  test.each([URLENCODED, `${URLENCODED}; charset=UTF-8`, URLENCODED.toUpperCase()])(
    "is parsed as %s",
    async (type) => {
      expect((await readForm(post("a=1&b=%C3%A9&a=2", type))).getAll("a")).toEqual(["1", "2"]);
    },
  );

  test("is parsed as multipart, with its files", async () => {
    const form = new FormData();
    form.set("file", new File(["bytes"], "a.png"));
    expect((await readForm(post(form))).get("file")).toBeInstanceOf(File);
  });

  test.each([
    ["no type", null, undefined],
    ["JSON", "{}", "application/json"],
    ["plain text", "a=1", "text/plain"],
    ["a type that is none", "a=1", "nonsense"],
    ["multipart without a boundary", "a=1", "multipart/form-data"],
    ["multipart garbage", "garbage", "multipart/form-data; boundary=x"],
    [
      "multipart that ends early",
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nvalue',
      "multipart/form-data; boundary=x",
    ],
    [
      "a part without a name",
      "--x\r\nContent-Disposition: form-data\r\n\r\nvalue\r\n--x--\r\n",
      "multipart/form-data; boundary=x",
    ],
  ])("that is %s is refused with one sentence", async (_what, body, type) => {
    const refusal = await getRefusal(readForm(post(body, type)));
    expect(refusal.status).toBe(400);
    expect(await refusal.text()).toMatch(
      /^(?:The form could not be read\. Please reload|This address takes a form: send it as) [^\n]+\.$/,
    );
  });

  test("that is incomplete is refused", async () => {
    for (const type of [URLENCODED, "multipart/form-data; boundary=x"])
      expect((await getRefusal(readForm(broken(type)))).status).toBe(400);
  });

  test("any body is either a form or a refusal, never an error", async () => {
    const type = fc.oneof(
      fc.constantFrom(
        URLENCODED,
        "multipart/form-data; boundary=x",
        "multipart/form-data; boundary=",
        'multipart/form-data; boundary="',
      ),
      fc.constant("text/x"),
    );
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.string({
        unit: fc.constantFrom(
          "--x",
          "\r\n",
          "\n",
          ":",
          ";",
          '"',
          "name=",
          "Content-Disposition: form-data",
          "--",
          "a",
          "%",
          "&",
          "=",
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(body, type, async (bytes, sentAs) => {
        const outcome = await readForm(post(bytes as BodyInit, sentAs)).catch(
          (thrown: unknown) => thrown,
        );
        expect(
          outcome instanceof FormData || (outcome instanceof Response && outcome.status === 400),
        ).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a form with a limit", () => {
  const upload = (bytes: number) =>
    post(
      `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${"a".repeat(bytes)}\r\n--x--\r\n`,
      "multipart/form-data; boundary=x",
    );

  test("is parsed below it and refused above it", async () => {
    expect(await readLimitedForm(upload(500), 1_000)).toBeInstanceOf(FormData);
    expect(await readLimitedForm(upload(5_000), 1_000)).toBe("too-large");
  });

  test("is null for a body that is not a form", async () => {
    expect(await readLimitedForm(post(null), 1_000)).toBeNull();
    expect(await readLimitedForm(post("{}", "application/json"), 1_000)).toBeNull();
    expect(
      await readLimitedForm(post("garbage", "multipart/form-data; boundary=x"), 1_000),
    ).toBeNull();
    expect(await readLimitedForm(broken("multipart/form-data; boundary=x"), 1_000)).toBeNull();
  });
});

test("parses JSON whatever its content type; anything else is undefined", async () => {
  expect(await readJson(post('{"a":1}', "text/plain"))).toEqual({ a: 1 });
  for (const body of ["", "{", "\u0000", "undefined"])
    expect(await readJson(post(body, "application/json"))).toBeUndefined();
  expect(await readJson(broken("application/json"))).toBeUndefined();
});

test("returns text and bytes as they were sent, and refuses an incomplete body", async () => {
  expect(await readText(post("page-view"))).toBe("page-view");
  expect(await readBytes(post(new Uint8Array([0, 255])))).toEqual(new Uint8Array([0, 255]));
  for (const read of [readText, readBytes])
    expect((await getRefusal(read(broken("text/plain")))).status).toBe(400);
});
