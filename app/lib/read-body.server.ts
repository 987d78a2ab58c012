/**
 * The only functions that read the body of a request; the linter refuses `request.formData()` and
 * its like elsewhere.
 */

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** An answer with one sentence; pages show it on their error screen. */
const refuseBody = (sentence: string) =>
  new Response(sentence, {
    status: 400,
    statusText: "Bad Request",
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });

/**
 * Fields and files of a form.
 * @throws a 400 answer where the body is no form, is damaged, or broke off
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

/** As `readForm`, and stops at the byte that is too much; what is no form comes back as `null`. */
export async function readLimitedForm(
  request: Request,
  maxBytes: number,
): Promise<FormData | "too-large" | null> {
  if (!request.body || !FORM_TYPES.has(mediaType(request))) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of request.body) {
      length += part.length;
      if (length > maxBytes) return "too-large";
      parts.push(part);
    }
    return await new Response(Buffer.concat(parts), {
      headers: { "Content-Type": request.headers.get("content-type") ?? "" },
    }).formData();
  } catch {
    return null;
  }
}

/**
 * The parsed JSON of a body, whatever type it says it has; `undefined` where it is no JSON, for the
 * caller's schema to refuse.
 */
export async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

/** @throws a 400 answer where the body broke off */
export async function readText(request: Request): Promise<string> {
  return new TextDecoder().decode(await readBytes(request));
}

/**
 * The bytes as they came, for signatures.
 * @throws a 400 answer where the body broke off
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
