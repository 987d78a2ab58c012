/** What an operator does about an error code of S3 ("Error responses" in its API reference). */
const ADVICE: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: "check S3_ACCESS_KEY_ID",
  SignatureDoesNotMatch: "check S3_SECRET_ACCESS_KEY and S3_URL_STYLE",
  AccessDenied: "check what the key may do: list the bucket, and read, write and delete objects",
  NoSuchBucket: "check S3_BUCKET and S3_ENDPOINT",
  PermanentRedirect: "the bucket is in another region: check S3_REGION and S3_ENDPOINT",
  TemporaryRedirect: "the bucket moves to another address: try again later",
  AuthorizationHeaderMalformed: "check S3_REGION",
  RequestTimeTooSkewed: "this machine's clock is wrong",
};
/** Codes besides 5xx after which the same request may succeed. */
const TRANSIENT_CODES = new Set([
  "RequestTimeout",
  "OperationAborted",
  "BadDigest",
  "XAmzContentSHA256Mismatch",
]);

/** A request to the object storage that failed. The message has no key, name or secret. */
export class S3Error extends Error {
  /** The code of S3; without a response, what was wrong with the connection. */
  readonly reason: string;
  /** Of the response; null without one. */
  readonly status: number | null;
  constructor(reason: string, status: number | null) {
    const advice = ADVICE[reason];
    super(
      status === null
        ? `The object storage does not respond (${reason}).`
        : `The object storage refused a request (${reason}, ${status})${advice ? `: ${advice}` : ""}.`,
    );
    this.name = "S3Error";
    this.reason = reason;
    this.status = status;
  }
  /** Whether the same request may succeed in a moment. */
  get isTransient(): boolean {
    return (
      this.status === null ||
      this.status >= 500 ||
      this.status === 429 ||
      TRANSIENT_CODES.has(this.reason)
    );
  }
}
