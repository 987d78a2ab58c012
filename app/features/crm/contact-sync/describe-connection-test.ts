/** Result of a connection test. `text` is for staff, and claims no more than the test proves. */
export type ConnectionTestResult = { reached: boolean; text: string };

type Outcome = { status: number } | { timedOut: boolean; timeoutMs: number };

/** Describes the response to a GET that had the key and the secret but no record. */
export function describeConnectionTest(outcome: Outcome): ConnectionTestResult {
  if ("timedOut" in outcome) {
    const text = outcome.timedOut
      ? `No answer within ${outcome.timeoutMs / 1000} seconds.`
      : "No connection: the name is unknown, nothing listens there, or the certificate is not trusted.";
    return { reached: false, text };
  }
  const { status } = outcome;
  const answered = `It answered with status ${status}.`;
  if (status === 401 || status === 403)
    return {
      reached: true,
      text: `${answered} The address is reached, but it refuses the key or the secret: deliveries would wait.`,
    };
  if (status === 404)
    return {
      reached: true,
      text: `${answered} The server is reached, but there is no function at this address: deliveries would wait.`,
    };
  if (status >= 300 && status < 400)
    return {
      reached: true,
      text: `${answered} It sends callers elsewhere, and deliveries do not follow: the final address has to be set on the server.`,
    };
  if (status >= 500)
    return {
      reached: true,
      text: `${answered} The address is reached. It fails on a call without a record, as some functions do, or it is broken: the next delivery will show which.`,
    };
  if (status === 405)
    return {
      reached: true,
      text: `${answered} The address is reached and accepts no GET, as expected. It may not have checked the key: only a delivery proves that it is right.`,
    };
  return {
    reached: true,
    text: `${answered} The address is reached and did not refuse key and secret. No contact was created.`,
  };
}
