import { createHash, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { checkSignature, type S3Keys, type S3Refusal } from "./s3-signature.ts";

export type S3Fake = Awaited<ReturnType<typeof startS3>>;
type StoredObject = { bytes: Buffer; headers: Record<string, string>; modified: Date };
/**
 * An error response by code; `cut`: the connection ends before anything was done, `cut-after`: once it
 * was done, but before the response, `cut-within`: in the middle of the content, either way; `damage`:
 * the content of a request or of a response is not what was sent or stored; `silence`: no response at all.
 */
type Fault =
  | "SlowDown"
  | "InternalError"
  | "AccessDenied"
  | "cut"
  | "cut-after"
  | "cut-within"
  | "damage"
  | "silence";
type When = { method?: string; times?: number };

const FAULT_STATUS: Record<string, number> = { SlowDown: 503, InternalError: 500 };
const ERROR_FAULTS = new Set<Fault>(["SlowDown", "InternalError", "AccessDenied"]);
const MAX_KEYS = 1_000;
/** Headers of a PUT that come back with the object. */
const KEPT_HEADERS = /^(?:content-type|cache-control|x-amz-meta-.+)$/;
/** Headers of a response that a signed query may set. */
const OVERRIDES = ["content-type", "content-disposition", "cache-control"];

const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/**
 * The parts of S3's REST API that we use, as its reference describes them: one bucket, addressed by path
 * or by host, with signatures that are checked, and faults.
 * @param options.pageSize how many keys a page of a list has at most
 * @param options.isVersioned whether the bucket keeps what is deleted
 */
export async function startS3(options: { pageSize?: number; isVersioned?: boolean } = {}) {
  const bucket = "henry-files";
  const keys: S3Keys = {
    accessKeyId: `AKIA${randomBytes(8).toString("hex").toUpperCase()}`,
    secretAccessKey: randomBytes(20).toString("hex"),
    region: "us-east-1",
  };
  const objects = new Map<string, StoredObject>();
  const calls: string[] = [];
  const faults: { fault: Fault; method?: string; left: number }[] = [];
  let skewMs = 0;

  const consumeFault = (method: string): Fault | null => {
    const found = faults.find((entry) => !entry.method || entry.method === method);
    if (!found) return null;
    found.left -= 1;
    if (found.left <= 0) faults.splice(faults.indexOf(found), 1);
    return found.fault;
  };

  const handle = async (req: IncomingMessage, res: ServerResponse) => {
    const method = req.method ?? "";
    const url = new URL(req.url ?? "/", `http://${req.headers.host}`);
    const fault = consumeFault(method);
    if (fault === "cut") return void req.socket.destroy();
    if (fault === "cut-within" && method === "PUT") {
      await new Promise((resolve) => req.once("data", resolve));
      return void req.socket.destroy();
    }
    const body = Buffer.concat(await req.toArray());
    if (fault === "silence") return;
    if (fault === "damage") body.fill(0, body.length >> 1);
    const { name, key } = findObject(url, bucket);
    calls.push(`${method} ${key || url.searchParams.get("prefix") || ""}`);
    const refusal =
      checkSignature(req, { url, body, keys, now: Date.now() + skewMs }) ??
      (fault && ERROR_FAULTS.has(fault) ? buildFault(fault) : null) ??
      (name === bucket ? null : refuse("NoSuchBucket", 404));
    if (refusal) return sendError(res, refusal);
    if (method === "PUT") {
      const digest = req.headers["content-md5"];
      if (digest && digest !== createHash("md5").update(body).digest("base64"))
        return sendError(res, refuse("BadDigest", 400));
      const kept = Object.entries(req.headers).filter(([header]) => KEPT_HEADERS.test(header));
      objects.set(key, {
        bytes: body,
        headers: Object.fromEntries(kept) as Record<string, string>,
        modified: new Date(),
      });
      if (fault === "cut-after") return void req.socket.destroy();
      return void res.writeHead(200, { ETag: getTag(body) }).end();
    }
    if (method === "DELETE") {
      if (!options.isVersioned) objects.delete(key);
      if (fault === "cut-after") return void req.socket.destroy();
      const marker = options.isVersioned
        ? { "x-amz-delete-marker": "true", "x-amz-version-id": randomUUID() }
        : {};
      return void res.writeHead(204, marker).end();
    }
    if (method === "GET" && key === "" && url.searchParams.get("list-type") === "2")
      return sendXml(res, 200, buildList(url.searchParams, options.pageSize ?? MAX_KEYS));
    const found = objects.get(key);
    if (!found) return sendError(res, refuse("NoSuchKey", 404));
    sendObject(res, { found, query: url.searchParams, method, fault });
  };

  /** ListObjectsV2: keys and common prefixes in one order, in pages. */
  const buildList = (query: URLSearchParams, pageSize: number): string => {
    const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter") ?? ""];
    const after = Buffer.from(query.get("continuation-token") ?? "", "base64").toString();
    const names = [...objects.keys()]
      .filter((key) => key.startsWith(prefix))
      .map((key) => {
        const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
        return end === -1 ? key : key.slice(0, end + 1);
      });
    const entries = [...new Set(names)].sort().filter((name) => name > after);
    const page = entries.slice(0, pageSize);
    const isTruncated = entries.length > page.length;
    const token = Buffer.from(page.at(-1) ?? "").toString("base64");
    const items = page.map((name) =>
      delimiter && name.endsWith(delimiter)
        ? `<CommonPrefixes><Prefix>${escapeXml(name)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${escapeXml(name)}</Key><Size>${objects.get(name)?.bytes.length}</Size></Contents>`,
    );
    return `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${MAX_KEYS}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${escapeXml(token)}</NextContinuationToken>` : ""}${items.join("")}</ListBucketResult>`;
  };

  const server = createServer((req, res) => void handle(req, res).catch(() => req.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    bucket,
    objects,
    calls,
    /** The variables that connect a site to this fake. */
    env: {
      S3_ENDPOINT: url,
      S3_REGION: keys.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    /** Lets the next calls fail, of one method or of all; forever without `times`. */
    fail: (fault: Fault, { method, times = Number.POSITIVE_INFINITY }: When = {}) =>
      faults.push({ fault, method, left: times }),
    /** Ends all faults, and sets the clock right. */
    heal() {
      faults.length = 0;
      skewMs = 0;
    },
    /** Sets the clock of the service forward. */
    skipTime(ms: number) {
      skewMs += ms;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The bucket is the first part of the path, or of the host. */
function findObject(url: URL, bucket: string): { name: string; key: string } {
  const path = decodeURIComponent(url.pathname).slice(1);
  if (url.hostname.startsWith(`${bucket}.`)) return { name: bucket, key: path };
  const end = path.indexOf("/");
  return end === -1
    ? { name: path, key: "" }
    : { name: path.slice(0, end), key: path.slice(end + 1) };
}

const getTag = (bytes: Buffer) => `"${createHash("md5").update(bytes).digest("hex")}"`;

const MESSAGES: Record<string, string> = {
  NoSuchKey: "The specified key does not exist.",
  NoSuchBucket: "The specified bucket does not exist",
  BadDigest: "The Content-MD5 you specified did not match what we received.",
  SlowDown: "Please reduce your request rate.",
  InternalError: "We encountered an internal error. Please try again.",
};
const refuse = (code: string, status: number): S3Refusal => ({
  code,
  status,
  message: MESSAGES[code] ?? "Access Denied",
});
const buildFault = (fault: Fault) => refuse(fault, FAULT_STATUS[fault] ?? 403);

const sendXml = (res: ServerResponse, status: number, xml: string) =>
  void res
    .writeHead(status, { "Content-Type": "application/xml" })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`);

const sendError = (res: ServerResponse, { code, status, message }: S3Refusal) =>
  sendXml(
    res,
    status,
    `<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message><RequestId>${randomUUID()}</RequestId></Error>`,
  );

type Sent = { found: StoredObject; query: URLSearchParams; method: string; fault: Fault | null };

function sendObject(res: ServerResponse, { found, query, method, fault }: Sent): void {
  const overrides = OVERRIDES.flatMap((name) => {
    const value = query.get(`response-${name}`);
    return value === null ? [] : [[name, value] as const];
  });
  res.writeHead(200, {
    ...found.headers,
    ...Object.fromEntries(overrides),
    "Content-Length": found.bytes.length,
    "Last-Modified": found.modified.toUTCString(),
    ETag: getTag(found.bytes),
  });
  const bytes = Buffer.from(found.bytes);
  if (fault === "damage") bytes[bytes.length >> 1] = ~(bytes[bytes.length >> 1] ?? 0);
  if (fault !== "cut-within") return void res.end(method === "HEAD" ? undefined : bytes);
  res.write(found.bytes.subarray(0, found.bytes.length >> 1), () => res.destroy());
}
