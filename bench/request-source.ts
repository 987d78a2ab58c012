/** The requests of a load, as data that can be sent to another process. */
export type RequestSource =
  | { kind: "get"; path: string; port: number; header?: string }
  | { kind: "quotes"; path: string; port: number; body: string; firstSerial: number }
  | { kind: "mix"; parts: { share: number; source: RequestSource }[] };

/** Placeholder for the phone number in the body of a quote. */
export const PHONE_PLACEHOLDER = "{phone: 14 letters}";
const PHONE_LENGTH = 14;
const LINES_PER_AREA = 8_000_000;
const FIRST_AREA = 201;
const FIRST_LINE = 2_000_000;

/** Returns a function that returns the text of the next request. */
export function createRequestSource(source: RequestSource): () => string {
  if (source.kind === "get") {
    const text = `GET ${source.path} HTTP/1.1\r\nHost: localhost:${source.port}\r\nAccept-Encoding: br\r\n${source.header ? `${source.header}\r\n` : ""}\r\n`;
    return () => text;
  }
  if (source.kind === "quotes") return createQuoteRequests(source);
  return createMixedRequests(
    source.parts.map((part) => ({ share: part.share, next: createRequestSource(part.source) })),
  );
}

/**
 * Each quote has its own key, phone and address, so that no limit on rates or duplicates applies.
 */
function createQuoteRequests({
  path,
  port,
  body,
  firstSerial,
}: RequestSource & { kind: "quotes" }): () => string {
  const [before = "", after = ""] = body.split(PHONE_PLACEHOLDER);
  const length = Buffer.byteLength(body) - PHONE_PLACEHOLDER.length + PHONE_LENGTH;
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAuthorization: Bearer public-anon-key\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n`;
  let serial = firstSerial;
  return () => {
    serial += 1;
    return `${head}Idempotency-Key: bench-${serial}\r\nX-Forwarded-For: ${formatAddress(serial)}\r\n\r\n${before}${formatPhone(serial)}${after}`;
  };
}

export function formatPhone(serial: number): string {
  const area = FIRST_AREA + Math.floor(serial / LINES_PER_AREA);
  const line = String(FIRST_LINE + (serial % LINES_PER_AREA));
  return `(${area}) ${line.slice(0, 3)}-${line.slice(3)}`;
}

/** A separate client address for each number, so that rate limits see different visitors. */
export const formatAddress = (serial: number) =>
  `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;

/** Alternates in the same order in every run: the part furthest behind its share is next. */
function createMixedRequests(parts: { share: number; next: () => string }[]): () => string {
  const counts = parts.map(() => 0);
  return () => {
    let chosen = 0;
    for (let index = 1; index < parts.length; index++)
      if (getDebt(index) < getDebt(chosen)) chosen = index;
    counts[chosen] = (counts[chosen] ?? 0) + 1;
    return parts[chosen]?.next() ?? "";
  };
  function getDebt(index: number): number {
    return ((counts[index] ?? 0) + 1) / (parts[index]?.share ?? 1);
  }
}
