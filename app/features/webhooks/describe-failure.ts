const FAILURES: Readonly<Record<string, string>> = {
  "private-address": "its host has an address in a private network.",
  "no-https": "its address is not encrypted.",
  timeout: "it did not answer in time.",
  connection: "the connection failed.",
  ECONNREFUSED: "the connection was refused.",
  ECONNRESET: "the connection was cut.",
  EPIPE: "the connection was cut.",
  ENOTFOUND: "its host was not found.",
  EAI_AGAIN: "its host could not be looked up.",
  "410": "it answered 410, so it wants no more messages.",
};

/** Why a message was not taken, as the end of a sentence, from the code of the attempt. */
export function describeFailure(error: string): string {
  const known = FAILURES[error];
  if (known) return known;
  const status = Number(error);
  if (status >= 300 && status < 400)
    return `it answered ${status}, and redirects are not followed.`;
  if (status > 0) return `it answered ${status}.`;
  return /CERT|SSL|TLS/.test(error)
    ? `its certificate was not accepted (${error}).`
    : `the connection failed (${error}).`;
}
