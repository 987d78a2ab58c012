const FAILURES: Readonly<Record<string, string>> = {
  "no-secret": "its secret cannot be read; rotate it.",
  "bad-address": "its URL cannot be used.",
  "private-address": "its host has an address in a private network.",
  "no-https": "its URL is not https.",
  timeout: "the endpoint did not answer in time.",
  connection: "the connection failed.",
  ECONNREFUSED: "the connection was refused.",
  ECONNRESET: "the connection was cut.",
  EPIPE: "the connection was cut.",
  ENOTFOUND: "its host was not found.",
  EAI_AGAIN: "its host could not be looked up.",
  "410": "the endpoint returned 410 (Gone), which asks us to stop sending.",
};

/** Why a message was not taken, as the end of a sentence, from the code of the attempt. */
export function describeFailure(error: string): string {
  const known = FAILURES[error];
  if (known) return known;
  const status = Number(error);
  if (status >= 300 && status < 400)
    return `the endpoint returned ${status}, and redirects are not followed.`;
  if (status > 0) return `the endpoint returned ${status}.`;
  return /CERT|SSL|TLS|VERIFY/.test(error)
    ? `its certificate was not accepted (${error}).`
    : `the connection failed (${error}).`;
}
