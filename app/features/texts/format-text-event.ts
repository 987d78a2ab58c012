import { TEXT_FAILED_EVENT, TEXT_SENT_EVENT } from "./constants.ts";

const REASONS: Readonly<Record<string, string>> = {
  "bad-number": "the number cannot get texts",
  busy: "the provider of texts took none for hours",
  down: "the provider of texts did not respond for hours",
  failed: "of an error on our side",
  "opted-out": "they wrote STOP to our number, and are opted out now",
  refused: "the provider of texts refused it",
  "too-long": "it was too long",
  unauthorized: "the provider of texts refuses our account",
  unknown: "no response came, so nobody knows whether it arrived",
  "unknown-hours": "without a known ZIP code nobody knows when they may be texted",
};

/** Describes a text's event for a request's timeline; undefined for other kinds of events. */
export function formatTextEvent(kind: string, detail: Record<string, unknown>): string | undefined {
  if (kind === TEXT_SENT_EVENT)
    return `The customer was asked by text${detail.company ? ` about ${detail.company}` : ""}`;
  if (kind !== TEXT_FAILED_EVENT) return undefined;
  const reason = REASONS[String(detail.reason)];
  const advice = detail.reason === "opted-out" ? "" : ". Call them";
  return `The customer could not be asked by text${reason ? `: ${reason}${advice}` : ""}`;
}
