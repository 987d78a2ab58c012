import {
  type CallingPlaces,
  findForbiddingRule,
  getCap,
} from "#app/features/calls/calling-hours.ts";
import type { CallingRule } from "#app/features/calls/calling-rules.ts";
import { CAP_WINDOW_MS } from "#app/features/calls/constants.ts";
import { formatHours } from "#app/features/calls/local-time.ts";
import { formatQuantity } from "#app/lib/format-values.ts";
import type { AttemptChannel, AttemptRule } from "./constants.ts";

export type AttemptCheck =
  | { ok: true }
  | {
      ok: false;
      rule: AttemptRule;
      /** The letters of the state whose rule it is; empty where the state is not known. */
      state: string;
      statute: string;
      /** What staff read, without the statute. */
      sentence: string;
    };

type CheckOptions = {
  places: CallingPlaces;
  channel: AttemptChannel;
  /** Calls and texts to the person, in ms since 1970; those of more than 24 hours ago are ignored. */
  recentAt: readonly number[];
  now: Date;
};

/** How many of the calls and texts count now. */
export const countRecent = (recentAt: readonly number[], now: number): number =>
  recentAt.filter((at) => at > now - CAP_WINDOW_MS).length;

const getPlaceName = ({ state, name }: CallingRule) => (state ? name : "an unknown place");

/** Why the hours forbid a call or a text now; null where they do not. */
function describeHours({ places, now }: CheckOptions) {
  const forbidden = findForbiddingRule(places, now);
  if (!forbidden) return null;
  const { rule, localTime, hours } = forbidden;
  const when = hours ? `allowed from ${formatHours(hours)} today` : "not allowed today";
  return {
    rule,
    sentence: `It is ${localTime} there. Calls and texts to ${getPlaceName(rule)} are ${when}.`,
  };
}

/** Why the number of attempts forbids another one now; null where it does not. */
function describeCap({ places, recentAt, now }: CheckOptions) {
  const rule = getCap(places);
  const count = countRecent(recentAt, now.getTime());
  if (count < rule.mostAttempts) return null;
  const limit = rule.isCapInStatute
    ? `${rule.name} allows ${rule.mostAttempts}.`
    : `Our own limit is ${rule.mostAttempts}.`;
  const times = formatQuantity(count, "time");
  return {
    rule,
    sentence: `This person was called or texted ${times} in the last 24 hours. ${limit}`,
  };
}

/**
 * Whether staff may call or text a person now, or which rule needs a reason first. Emails are never
 * limited. Shared by browser and server.
 */
export function checkAttempt(options: CheckOptions): AttemptCheck {
  if (options.channel === "email") return { ok: true };
  const hours = describeHours(options);
  const cap = describeCap(options);
  const broken = hours ?? cap;
  if (!broken) return { ok: true };
  const { rule } = broken;
  const capSource = rule.isCapInStatute ? rule.statute : "Our own policy";
  return {
    ok: false,
    rule: hours ? "hours" : "cap",
    state: rule.state,
    statute: hours ? rule.statute : capSource,
    sentence: [hours, cap].flatMap((found) => found?.sentence ?? []).join(" "),
  };
}
