import type { AttemptChannel, AttemptResult, AttemptRule } from "./constants.ts";

const CALL_RESULTS: Record<AttemptResult, string> = {
  reached: "reached",
  "no-answer": "no answer",
  voicemail: "voicemail",
  "wrong-number": "wrong number",
  sent: "made",
};

export type AttemptFacts = {
  channel: AttemptChannel;
  result: AttemptResult;
  rule: AttemptRule | null;
  reason: string | null;
};

/** An attempt in the list of attempts: "No answer", "Text sent". */
export function formatAttemptResult({
  channel,
  result,
}: Pick<AttemptFacts, "channel" | "result">): string {
  if (channel === "text") return "Text sent";
  if (channel === "email") return "Email sent";
  const text = CALL_RESULTS[result];
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Which rule an attempt went beyond, and why: "outside calling hours: She asked for it". */
export function formatAttemptRule({ rule, reason }: AttemptFacts): string | null {
  if (!rule) return null;
  const text = rule === "hours" ? "outside calling hours" : "above the limit for 24 hours";
  return `${text}: ${reason ?? ""}`;
}

/** An attempt in the timeline: "Call: no answer", and the rule that it went beyond. */
export function formatAttempt(attempt: AttemptFacts): string {
  const what =
    attempt.channel === "call"
      ? `Call: ${CALL_RESULTS[attempt.result]}`
      : formatAttemptResult(attempt);
  const rule = formatAttemptRule(attempt);
  return rule ? `${what}, ${rule}` : what;
}
