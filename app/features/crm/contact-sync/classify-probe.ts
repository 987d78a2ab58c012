/** What a test of the connection showed, in words that claim no more than it proves. */
export type ProbeVerdict = { reached: boolean; text: string };

type Outcome = { status: number } | { timedOut: boolean; deadlineMs: number };

/** Reads the answer to a GET that carried key and secret but no record. */
export function classifyProbe(outcome: Outcome): ProbeVerdict {
  if ("timedOut" in outcome) {
    const text = outcome.timedOut
      ? `No answer within ${outcome.deadlineMs / 1000} seconds.`
      : "No connection: the name is unknown, nothing listens there, or the certificate is not trusted.";
    return { reached: false, text };
  }
  const { status } = outcome;
  const said = `It answered with status ${status}.`;
  if (status === 401 || status === 403)
    return {
      reached: true,
      text: `${said} The address is reached, but it refuses the key or the secret: deliveries would wait.`,
    };
  if (status === 404)
    return {
      reached: true,
      text: `${said} The server is reached, but there is no function at this address: deliveries would wait.`,
    };
  if (status >= 300 && status < 400)
    return {
      reached: true,
      text: `${said} It sends callers elsewhere, and deliveries do not follow: the final address has to be set on the server.`,
    };
  if (status >= 500)
    return {
      reached: true,
      text: `${said} The address is reached. It fails on a call without a record, as some functions do, or it is broken: the next delivery tells.`,
    };
  if (status === 405)
    return {
      reached: true,
      text: `${said} The address is reached and takes no GET, as expected. It may not have looked at the key: only a delivery proves that it is right.`,
    };
  return {
    reached: true,
    text: `${said} The address is reached and did not refuse key and secret. No contact was made.`,
  };
}
