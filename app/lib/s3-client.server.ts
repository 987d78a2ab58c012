import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { S3Error } from "./s3-error.ts";
import {
  CHECKSUM_HEADER,
  describeFailure,
  discard,
  readText,
  type S3Object,
  toObject,
} from "./s3-response.server.ts";
import type { S3Config } from "./s3-variables.server.ts";
import { readElement, readListPage, type S3Page } from "./s3-xml.ts";

/** As S3 advises: repeat 5xx and lost connections, with growing pauses of a random length. */
const ATTEMPTS = 3;
const PAUSE_MS = 200;
/**
 * For one attempt: of a download until its first byte, otherwise until the response ends. To list a
 * folder and to delete its files takes less than a minute at worst, which is how long leases last.
 */
const ATTEMPT_MS = 8_000;
const NO_BODY = new Uint8Array();

export type S3Put = { contentType: string; cacheControl: string };
/** `seconds`: how long the address works. The others are headers of the response. */
export type S3Signed = { seconds: number; contentType: string; disposition: string };

type Call<T> = {
  method: "GET" | "PUT" | "DELETE";
  url: URL;
  headers?: Record<string, string>;
  body?: Uint8Array;
  read: (response: Response, abort: () => void) => T | Promise<T>;
};

type Connection = S3Config & { attemptMs: number };

export const hashBytes = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

/**
 * The calls of S3's REST API that we use, signed with Signature Version 4. Keys are those of the
 * bucket without `config.prefix`. All calls may throw S3Error.
 */
export function createS3Client(s3: S3Config, { attemptMs = ATTEMPT_MS } = {}) {
  const config: Connection = { ...s3, attemptMs };
  const { prefix } = config;
  const getUrl = (key: string) => buildUrl(config.endpoint, config, `${prefix}${key}`);
  return {
    /** Atomic: S3 refuses content that does not have the signed checksums, and stores nothing. */
    put(key: string, bytes: Uint8Array, { contentType, cacheControl }: S3Put): Promise<void> {
      const headers = {
        "content-type": contentType,
        "cache-control": cacheControl,
        "content-md5": createHash("md5").update(bytes).digest("base64"),
        [CHECKSUM_HEADER]: hashBytes(bytes),
      };
      return call(config, { method: "PUT", url: getUrl(key), headers, body: bytes, read: discard });
    },
    /** Null where there is no object. */
    async get(key: string): Promise<S3Object | null> {
      try {
        return await call(config, { method: "GET", url: getUrl(key), read: toObject });
      } catch (error) {
        if (error instanceof S3Error && error.reason === "NoSuchKey") return null;
        throw error;
      }
    },
    /**
     * Deletes an object, if there is one.
     * @returns false where the bucket keeps versions, so that the content is still there
     */
    delete: (key: string): Promise<boolean> =>
      call(config, {
        method: "DELETE",
        url: getUrl(key),
        async read(response) {
          await discard(response);
          return response.headers.get("x-amz-delete-marker") !== "true";
        },
      }),
    /** The pages of all keys that begin with `start`; with a delimiter, those below it as folders. */
    async *list(start: string, delimiter?: "/"): AsyncGenerator<S3Page> {
      let token: string | null = null;
      do {
        const page: S3Page = await listPage(config, { start, delimiter, token });
        const cut = (names: string[]) => names.map((name) => name.slice(prefix.length));
        yield { ...page, keys: cut(page.keys), folders: cut(page.folders) };
        token = page.next;
      } while (token);
    },
    /** An address that shows an object to whoever has it, for a while. */
    signUrl: (key: string, options: S3Signed): Promise<string> =>
      signUrl(config, { ...options, url: buildUrl(config.publicEndpoint, config, prefix + key) }),
  };
}

async function signUrl(
  config: S3Config,
  { url, seconds, contentType, disposition }: S3Signed & { url: URL },
): Promise<string> {
  url.searchParams.set("X-Amz-Expires", String(seconds));
  url.searchParams.set("response-content-type", contentType);
  url.searchParams.set("response-content-disposition", disposition);
  url.searchParams.set("response-cache-control", "private, no-store");
  const signer = new AwsV4Signer({ ...getKeys(config), url: url.href, signQuery: true });
  return encodeSpaces((await signer.sign()).url);
}

/** The signature is over %20; whether + means the same is up to the server. */
const encodeSpaces = ({ href }: URL) => href.replaceAll("+", "%20");

/** The origin of signed addresses, for a Content-Security-Policy. */
export const getSignedOrigin = (config: S3Config): string =>
  buildUrl(config.publicEndpoint, config, "").origin;

function buildUrl(endpoint: string, { bucket, urlStyle }: S3Config, key: string): URL {
  const url = new URL(endpoint);
  if (urlStyle === "host") {
    url.hostname = `${bucket}.${url.hostname}`;
    url.pathname = `/${key}`;
  } else url.pathname = `/${bucket}/${key}`;
  return url;
}

const getKeys = ({ accessKeyId, secretAccessKey, region }: S3Config) => ({
  accessKeyId,
  secretAccessKey,
  region,
  service: "s3",
});

function listPage(
  config: Connection,
  { start, delimiter, token }: { start: string; delimiter?: string; token: string | null },
): Promise<S3Page> {
  const url = buildUrl(config.endpoint, config, "");
  url.searchParams.set("list-type", "2");
  url.searchParams.set("prefix", config.prefix + start);
  if (delimiter) url.searchParams.set("delimiter", delimiter);
  if (token) url.searchParams.set("continuation-token", token);
  return call(config, {
    method: "GET",
    url,
    async read(response) {
      const page = readListPage(await readText(response));
      if (!page) throw new S3Error("UnreadableList", response.status);
      return page;
    },
  });
}

/** Sends a request, again where that may help: each one can be repeated without harm. */
async function call<T>(config: Connection, request: Call<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await callOnce(config, request);
    } catch (error) {
      if (!(error instanceof S3Error) || !error.isTransient || attempt === ATTEMPTS) throw error;
      await wait(Math.random() * PAUSE_MS * 2 ** attempt);
    }
}

async function callOnce<T>(config: Connection, request: Call<T>): Promise<T> {
  const { method, url, body, read } = request;
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, config.attemptMs);
  const signer = new AwsV4Signer({
    ...getKeys(config),
    method,
    url: url.href,
    headers: { ...request.headers, "x-amz-content-sha256": hashBytes(body ?? NO_BODY) },
    allHeaders: true,
  });
  const { url: signedUrl, headers } = await signer.sign();
  try {
    const response = await fetch(encodeSpaces(signedUrl), {
      method,
      headers,
      body: body as BodyInit | undefined,
      redirect: "manual",
      signal: controller.signal,
    });
    if (!response.ok) {
      const code = readElement(await readText(response), "Code");
      throw new S3Error(code ?? "no code", response.status);
    }
    return await read(response, abort);
  } catch (error) {
    throw error instanceof S3Error ? error : new S3Error(describeFailure(error), null);
  } finally {
    clearTimeout(timer);
  }
}
