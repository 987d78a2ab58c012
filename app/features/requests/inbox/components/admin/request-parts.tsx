import { MessageSquare } from "lucide-react";
import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import {
  type CallingPlaces,
  type CallingStatus,
  getCallingStatus,
} from "#app/features/calls/calling-hours.ts";
import { CALLING_RULES_PATH } from "#app/features/calls/constants.ts";
import { getFlagLabel, type RequestStatus, STATUS_LABELS, STATUSES } from "../../schema.ts";

const TONES: Record<RequestStatus, string> = {
  new: "border-action",
  contacted: "border-petrol",
  closed: "border-line",
};

const STATUS_OPTIONS = STATUSES.map((value) => (
  <option key={value} value={value}>
    {STATUS_LABELS[value]}
  </option>
));

type StatusSelectProps = {
  status: RequestStatus;
  label: string;
  onChange: (status: RequestStatus) => void;
};

/** A status menu that saves as soon as a status is chosen. */
export function StatusSelect({ status, label, onChange }: StatusSelectProps) {
  const isHydrated = useHydrated();
  return (
    <select
      aria-label={label}
      value={status}
      inert={!isHydrated}
      onChange={(event) => onChange(event.target.value as RequestStatus)}
      className={`field-small border-l-4 ${TONES[status]}`}
    >
      {STATUS_OPTIONS}
    </select>
  );
}

type CallingBadgeProps = {
  calling: CallingPlaces | null;
  isOptedOut: boolean;
  isWrongNumber: boolean;
  now: number;
};

/** Whether the law allows a call at the time `now`, with a link to the rule. */
export function CallingBadge({ calling, isOptedOut, isWrongNumber, now }: CallingBadgeProps) {
  if (isOptedOut) return <Badge tone="danger">Opted out: do not contact</Badge>;
  if (isWrongNumber) return <Badge tone="danger">Wrong number</Badge>;
  if (!calling) return null;
  const { ok, localTime, until, from, decidedBy } = getCallingStatus(calling, new Date(now));
  const next = ok ? `until ${until}` : from ? `from ${from}` : "not within a week";
  return (
    <Link
      to={`${CALLING_RULES_PATH}#${decidedBy.state}`}
      title={`It is ${localTime} there. Calls are OK ${next}: the rule of ${decidedBy.name}, checked on ${decidedBy.checked}.`}
    >
      {ok ? (
        <Badge tone="ok">OK to call now</Badge>
      ) : (
        <Badge tone="muted">Not now: {localTime} there</Badge>
      )}
    </Link>
  );
}

type CallingLineProps = {
  status: CallingStatus | null;
  isOptedOut: boolean;
  isWrongNumber: boolean;
};

/** As `CallingBadge`, on one line of a row. */
export function CallingLine({ status, isOptedOut, isWrongNumber }: CallingLineProps) {
  if (isOptedOut || isWrongNumber)
    return (
      <span className="font-semibold text-danger">
        {isOptedOut ? "Opted out: do not contact" : "Wrong number"}
      </span>
    );
  if (!status) return <span className="text-muted">Local time not known</span>;
  const { ok, localTime, until, from } = status;
  return ok ? (
    <span className="text-ok">{`${localTime}, OK until ${until}`}</span>
  ) : (
    <span className="text-muted" title={from ? `OK from ${from}` : undefined}>
      {`Not now: ${localTime} there`}
    </span>
  );
}

/** Shown while a provider has accepted and staff have to ask the customer. */
export function WaitingBadge({ company }: { company: string | null }) {
  return company ? (
    <Badge tone="notice" isLong>
      <span className="font-semibold">Waiting for the customer's yes: {company}</span>
    </Badge>
  ) : null;
}

/** Shown while a message of the customer or a provider waits for staff. */
export function MessageBadge({ isNew }: { isNew: boolean }) {
  return isNew ? (
    <Badge tone="warning" icon={MessageSquare}>
      New message
    </Badge>
  ) : null;
}

/** Marks what is from a merged request, by the day when that was sent. */
export const FromRequest = ({ day }: { day: string | null }) =>
  day ? `, from the request of ${day}` : null;

export function Flags({ flags }: { flags: readonly string[] }) {
  return flags.map((flag) => <Badge key={flag}>{getFlagLabel(flag)}</Badge>);
}

type ContactLinkProps = { href: string | null; children: string; onClick?: () => void };

/**
 * A link to call or email, or only the text if there is no link. A long email address may wrap
 * before its "@".
 */
export function ContactLink({ href, children, onClick }: ContactLinkProps) {
  const at = Math.max(children.indexOf("@"), 0);
  const text = (
    <>
      {children.slice(0, at)}
      <wbr />
      <PhoneText text={children.slice(at)} />
    </>
  );
  return href ? (
    <a href={href} onClick={onClick} className="link inline-block py-0.5 wrap-anywhere">
      {text}
    </a>
  ) : (
    <span className="wrap-anywhere">{text}</span>
  );
}
