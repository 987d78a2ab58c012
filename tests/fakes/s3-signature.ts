import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

// Signature Version 4 as the receiver checks it, after "Authenticating Requests (AWS Signature Version 4)"
// in the API reference of S3.

export type S3Keys = { accessKeyId: string; secretAccessKey: string; region: string };
/** The code of an error response, its status and its message. */
export type S3Refusal = { code: string; status: number; message: string };

const ALGORITHM = "AWS4-HMAC-SHA256";
const MAX_SKEW_MS = 15 * 60_000;
const MAX_EXPIRES_SECONDS = 604_800;
const UNSIGNED = "UNSIGNED-PAYLOAD";

const refuse = (code: string, status: number, message: string): S3Refusal => ({
  code,
  status,
  message,
});
const MISMATCH = refuse(
  "SignatureDoesNotMatch",
  403,
  "The request signature we calculated does not match the signature you provided. Check your key and signing method.",
);

const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** UriEncode of the documentation: everything but unreserved characters. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

type Claim = {
  credential: string;
  date: string;
  signedHeaders: string;
  signature: string;
  payloadHash: string;
};

function readClaim(req: IncomingMessage, query: URLSearchParams): Claim | null {
  if (query.has("X-Amz-Signature"))
    return {
      credential: query.get("X-Amz-Credential") ?? "",
      date: query.get("X-Amz-Date") ?? "",
      signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
      signature: query.get("X-Amz-Signature") ?? "",
      payloadHash: UNSIGNED,
    };
  const [algorithm = "", ...rest] = (req.headers.authorization ?? "").split(" ");
  if (algorithm !== ALGORITHM) return null;
  const parts = new Map(
    rest
      .join("")
      .split(",")
      .map((part) => part.split("=") as [string, string]),
  );
  return {
    credential: parts.get("Credential") ?? "",
    date: String(req.headers["x-amz-date"] ?? ""),
    signedHeaders: parts.get("SignedHeaders") ?? "",
    signature: parts.get("Signature") ?? "",
    payloadHash: String(req.headers["x-amz-content-sha256"] ?? ""),
  };
}

/** Milliseconds of a time such as 20130524T000000Z. */
const parseTime = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

/** What is wrong with the signature of a request; null where it is right. `now`: milliseconds. */
export function checkSignature(
  req: IncomingMessage,
  { url, body, keys, now }: { url: URL; body: Buffer; keys: S3Keys; now: number },
): S3Refusal | null {
  const query = url.searchParams;
  const claim = readClaim(req, query);
  if (!claim) return refuse("AccessDenied", 403, "Access Denied");
  const [accessKeyId = "", day = "", region = "", service = "", end = ""] =
    claim.credential.split("/");
  if (accessKeyId !== keys.accessKeyId)
    return refuse(
      "InvalidAccessKeyId",
      403,
      "The AWS Access Key Id you provided does not exist in our records.",
    );
  if (region !== keys.region || service !== "s3" || end !== "aws4_request")
    return refuse(
      "AuthorizationHeaderMalformed",
      400,
      `The authorization header is malformed; the region '${region}' is wrong; expecting '${keys.region}'`,
    );
  const timing = checkTime(claim, query, now);
  if (timing) return timing;
  const names = claim.signedHeaders.split(";");
  const unsigned = Object.keys(req.headers).find(
    (name) => name.startsWith("x-amz-") && !names.includes(name),
  );
  if (unsigned || !names.includes("host"))
    return refuse(
      "AccessDenied",
      403,
      "There were headers present in the request which were not signed",
    );
  const canonical = [
    req.method,
    decodeURIComponent(url.pathname).split("/").map(encode).join("/"),
    [...query]
      .filter(([name]) => name !== "X-Amz-Signature")
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .sort()
      .join("&"),
    ...names.map((name) => `${name}:${String(req.headers[name] ?? "").trim()}`),
    "",
    claim.signedHeaders,
    claim.payloadHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [ALGORITHM, claim.date, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<string | Buffer>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  );
  const expected = Buffer.from(hmac(key, toSign).toString("hex"));
  const given = Buffer.from(claim.signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return MISMATCH;
  if (claim.payloadHash !== UNSIGNED && claim.payloadHash !== sha256(body))
    return refuse(
      "XAmzContentSHA256Mismatch",
      400,
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  return null;
}

function checkTime(claim: Claim, query: URLSearchParams, now: number): S3Refusal | null {
  const signedAt = parseTime(claim.date);
  if (Number.isNaN(signedAt)) return refuse("AccessDenied", 403, "A valid Date is required");
  if (!query.has("X-Amz-Signature"))
    return Math.abs(now - signedAt) > MAX_SKEW_MS
      ? refuse(
          "RequestTimeTooSkewed",
          403,
          "The difference between the request time and the current time is too large.",
        )
      : null;
  const seconds = Number(query.get("X-Amz-Expires"));
  if (
    !(seconds >= 1 && seconds <= MAX_EXPIRES_SECONDS) ||
    query.get("X-Amz-Algorithm") !== ALGORITHM
  )
    return refuse(
      "AuthorizationQueryParametersError",
      400,
      "X-Amz-Expires must be between 1 and 604800 seconds",
    );
  if (signedAt - now > MAX_SKEW_MS) return refuse("AccessDenied", 403, "Request is not yet valid");
  return now > signedAt + seconds * 1_000
    ? refuse("AccessDenied", 403, "Request has expired")
    : null;
}
