import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { getCap } from "#app/features/calls/calling-hours.ts";
import { CALLING_RULES_PATH } from "#app/features/calls/constants.ts";
import { countRecent } from "../../check-attempt.ts";
import { findDialedChannel } from "../../dialed-calls.ts";
import { formatAttemptResult, formatAttemptRule } from "../../format-attempt.ts";
import type { AttemptPanelData } from "../../loaders.server.ts";
import type { AttemptOutcome } from "../../schema.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { StopButton } from "./stop-button.tsx";
import { type SentAttempt, useAttemptLog } from "./use-attempt-log.ts";

const CALLS: readonly { label: string; outcome: AttemptOutcome }[] = [
  { label: "Reached", outcome: { channel: "call", result: "reached" } },
  { label: "No answer", outcome: { channel: "call", result: "no-answer" } },
  { label: "Voicemail", outcome: { channel: "call", result: "voicemail" } },
  { label: "Wrong number", outcome: { channel: "call", result: "wrong-number" } },
];
const MESSAGES: readonly { label: string; outcome: AttemptOutcome }[] = [
  { label: "Texted", outcome: { channel: "text", result: "sent" } },
  { label: "Emailed", outcome: { channel: "email", result: "sent" } },
];

type AttemptPanelProps = {
  requestId: string;
  data: AttemptPanelData;
  isOptedOut: boolean;
  /** In ms since 1970. */
  now: number;
  /** The URL whose action calls `handleAttemptForm`. */
  action: string;
  /** A control beside the suggested next time that puts the request off until then. */
  renderSnooze?: (at: Date) => ReactNode;
  /** Called when an attempt was logged. */
  onLogged?: () => void;
};

/** How staff tried to reach the customer: logs an attempt with one tap, and says when to try next. */
export function AttemptPanel(props: AttemptPanelProps) {
  const { requestId, data, isOptedOut, now, action, renderSnooze, onLogged } = props;
  const id = useId();
  const isHydrated = useHydrated();
  const attempts = useAttemptLog({ requestId, data, action, onLogged });
  const { asked, failed, isBusy } = attempts;
  const { next } = data;
  // What was dialed before a stop is still logged.
  const dialed = isOptedOut && isHydrated ? findDialedChannel(requestId, now) : null;
  const outcomes = [...CALLS, ...MESSAGES].filter(
    ({ outcome }) => !isOptedOut || outcome.channel === dialed,
  );
  return (
    <section aria-labelledby={id} className="panel-card p-4">
      <h3 id={id} className="font-bold">
        How did it go?
      </h3>
      {isOptedOut ? (
        <p className="mt-1 text-danger">
          {dialed
            ? "This person asked not to be contacted. Log only what you dialed before that."
            : "This person asked not to be contacted, so nothing can be logged."}
        </p>
      ) : null}
      {outcomes.length > 0 ? (
        <fieldset aria-labelledby={id} inert={!isHydrated} className="mt-2 flex flex-wrap gap-2">
          {outcomes.map(({ label, outcome }) => (
            <Button
              key={label}
              aria-disabled={isBusy}
              onClick={() => (isBusy ? undefined : attempts.log(outcome))}
              className="min-h-11 min-w-32 flex-1 whitespace-nowrap"
            >
              {label}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <StopButton
        requestId={requestId}
        action={action}
        isOptedOut={isOptedOut}
        onLogged={onLogged}
      />
      {failed ? (
        <p role="alert" className="mt-2 flex flex-wrap items-center gap-2 text-danger">
          {failed.message}
          <Button onClick={() => attempts.send(failed.attempt)}>Try again</Button>
        </p>
      ) : null}
      {next && !isOptedOut ? (
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <span className="font-semibold">{next.text}</span>
          {renderSnooze?.(new Date(next.at))}
        </p>
      ) : null}
      <CapState data={data} now={now} />
      <AttemptList data={data} now={now} sending={attempts.sending} />
      {asked ? (
        <ReasonDialog
          needed={asked.needed}
          title="This attempt needs a reason"
          label="Log it"
          onConfirm={(reason) => {
            attempts.stopAsking();
            attempts.send({ ...asked.attempt, reason });
          }}
          onClose={attempts.stopAsking}
        />
      ) : null}
    </section>
  );
}

/** How many calls and texts count now, with a link to the rules. */
function CapState({ data, now }: Pick<AttemptPanelProps, "data" | "now">) {
  const rule = getCap(data.places);
  const count = countRecent(data.recentAt, now);
  const isReached = count >= rule.mostAttempts;
  return (
    <p className={`mt-2 text-sm ${isReached ? "font-semibold text-danger" : "text-muted"}`}>
      {count} of {rule.mostAttempts} calls and texts in 24 hours.{" "}
      <Link to={`${CALLING_RULES_PATH}#${rule.state}`} className="link font-normal">
        Calling rules
      </Link>
    </p>
  );
}

type AttemptListProps = Pick<AttemptPanelProps, "data" | "now"> & { sending: SentAttempt | null };

function AttemptList({ data, now, sending }: AttemptListProps) {
  // The list may have been loaded again before the reply was handled.
  const isListed = data.attempts.some(({ id }) => id === sending?.attemptId);
  const shown = isListed ? null : sending;
  if (!shown && data.attempts.length === 0) return null;
  return (
    <ol aria-label="Attempts so far" className="mt-2 grid gap-1">
      {shown ? (
        <li className="border-l-2 border-line pl-3 text-muted">
          {formatAttemptResult(shown.outcome)}, just now
        </li>
      ) : null}
      {data.attempts.map((attempt) => {
        const rule = formatAttemptRule(attempt);
        return (
          <li key={attempt.id} className="border-l-2 border-line pl-3 wrap-anywhere">
            {formatAttemptResult(attempt)}
            <span className="text-muted">
              , <TimeAgo at={attempt.at} now={now} />, {attempt.actor ?? "Former staff"}
            </span>
            {rule ? <span className="block text-sm text-muted">{rule}</span> : null}
          </li>
        );
      })}
    </ol>
  );
}
