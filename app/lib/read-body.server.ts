/**
 * The only functions that read request bodies; the linter refuses `request.formData()` and the like
 * elsewhere.
 */

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** A 400 response with one sentence, which pages show on their error screen. */
const refuseBody = (sentence: string) =>
  new Response(sentence, {
    status: 400,
    statusText: "Bad Request",
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

/**
 * Fields and files of a form.
 * @throws a 400 response where the body is not a form, is damaged or incomplete
 */
export async function readForm(request: Request): Promise<FormData> {
  const type = mediaType(request);
  if (!FORM_TYPES.has(type))
    throw refuseBody(
      "This address takes a form: send it as application/x-www-form-urlencoded or multipart/form-data.",
    );
  try {
    return await request.formData();
  } catch {
    throw refuseBody("The form could not be read. Please reload the page and send it again.");
  }
}

/**
 * Like `readForm`, but keeps at most `maxBytes`; a body that is not a form returns null.
 * @param options.readsToEnd receives a larger body to its end, instead of stopping: a browser shows
 * a response only after it has sent everything
 */
export async function readLimitedForm(
  request: Request,
  maxBytes: number,
  { readsToEnd = false } = {},
): Promise<FormData | "too-large" | null> {
  if (!request.body || !FORM_TYPES.has(mediaType(request))) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body) {
      length += part.length;
      if (length <= maxBytes) parts.push(part);
      else if (readsToEnd) parts.length = 0;
      else return "too-large";
    }
    if (length > maxBytes) return "too-large";
    return await new Response(Buffer.concat(parts), {
      headers: { "Content-Type": request.headers.get("content-type") ?? "" },
    }).formData();
  } catch {
    return null;
  }
}

/** Receives a body that nobody reads, so that its sender sees the response. */
export async function discardBody(request: Request): Promise<void> {
  // A sender that breaks off sees nothing in any case.
  await request.body?.pipeTo(new WritableStream()).catch(() => {});
}

/**
 * The parsed JSON of a body, whatever its content type; `undefined` where it is not JSON, for the
 * caller's schema to refuse.
 */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

/** @throws a 400 response where the body is incomplete */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request));
}

/**
 * The raw bytes, for signatures.
 * @throws a 400 response where the body is incomplete
 */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await request.arrayBuffer());
  } catch {
    throw refuseBody("The request broke off before its end. Please send it again.");
  }
}

const mediaType = (request: Request) =>
  (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
