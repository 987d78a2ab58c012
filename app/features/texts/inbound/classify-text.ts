import { isStopMessage } from "#app/features/crm/opt-outs/is-stop-message.ts";

/** Twilio answers a text that is one of these words itself, and blocks the number or not. */
const STOP_WORDS = new Set([
  "stop",
  "stopall",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "revoke",
  "optout",
]);
const HELP_WORDS = new Set(["help", "info"]);

export type TextMeaning = {
  kind: "stop" | "help" | "message";
  /** Twilio has answered it, so that we must not. */
  isAnswered: boolean;
};

/**
 * What a text asks for.
 * @param text.optOutType what Twilio took it for, where the account has keywords of its own
 */
export function classifyText({
  body,
  optOutType,
}: {
  body: string;
  optOutType?: string;
}): TextMeaning {
  const word = body.trim().toLowerCase();
  const type = optOutType?.toUpperCase();
  if (type === "STOP" || STOP_WORDS.has(word)) return { kind: "stop", isAnswered: true };
  if (type === "HELP" || HELP_WORDS.has(word)) return { kind: "help", isAnswered: true };
  return { kind: isStopMessage(body) ? "stop" : "message", isAnswered: false };
}
