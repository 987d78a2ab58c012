import { Badge } from "#app/components/admin/badge.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { CALLING_RULES, type CallingRule } from "../../calling-rules.ts";
import { formatHours } from "../../local-time.ts";

const describeSundays = ({ sundays }: CallingRule) => (sundays ? formatHours(sundays) : "No calls");
const describeHolidays = ({ closedHolidays }: CallingRule) => {
  if (!closedHolidays) return "As on other days";
  const own = closedHolidays.map(({ name }) => name).join(", ");
  return own ? `No calls; also ${own}` : "No calls";
};
const describeCap = ({ mostAttempts, isCapInStatute }: CallingRule) =>
  `${mostAttempts} in 24 hours (${isCapInStatute ? "statute" : "our policy"})`;

const COLUMNS: readonly [Column<CallingRule>, ...Column<CallingRule>[]] = [
  {
    header: "State",
    sortValue: ({ name }) => name,
    cell: ({ state, name, needsCounsel }) => (
      <span id={state} className="grid scroll-mt-24 justify-items-start gap-1">
        <span className="font-semibold">
          {name} ({state})
        </span>
        {needsCounsel ? (
          <Badge tone="warning" isLong>
            Counsel should confirm
          </Badge>
        ) : null}
      </span>
    ),
  },
  {
    header: "Hours",
    cell: ({ days, saturdays }) => (
      <>
        <span className="block whitespace-nowrap">{formatHours(days)}</span>
        {saturdays === undefined ? null : (
          <span className="block">
            Saturdays: {saturdays ? formatHours(saturdays) : "No calls"}
          </span>
        )}
      </>
    ),
  },
  {
    header: "Sundays",
    from: "md",
    nowrap: true,
    cell: describeSundays,
    narrow: (rule) => `Sundays: ${describeSundays(rule)}`,
  },
  {
    header: "Holidays",
    from: "md",
    cell: describeHolidays,
    narrow: (rule) => `Holidays: ${describeHolidays(rule)}`,
  },
  {
    header: "Most attempts",
    from: "md",
    cell: describeCap,
    narrow: (rule) => `Calls and texts: ${describeCap(rule)}`,
  },
  {
    header: "Statute, source and day of the check",
    from: "lg",
    cell: (rule) => <Statute rule={rule} />,
    narrow: (rule) => <Statute rule={rule} />,
  },
];

function Statute({ rule }: { rule: CallingRule }) {
  const { statute, note, areTextsInStatute, source, checked } = rule;
  return (
    <div className="wrap-anywhere">
      <span className="block">
        {statute}
        {areTextsInStatute ? "; names texts, too" : ""}
      </span>
      {note ? <span className="block text-sm">{note}</span> : null}
      <span className="block text-sm text-muted">
        Source: {source}. Checked {checked}.
      </span>
    </div>
  );
}

/** The rules about calls and texts of every state, with their sources. */
export function CallingRulesPage() {
  return (
    <div className="panel-card p-4">
      <p className="max-w-prose text-muted">
        Hours are those of the customer, in every place where they may be: at the property's ZIP
        code and in the area of the phone number. Texts count like calls everywhere. Outside these
        hours, or above the limit, the portal asks for a reason, such as that the customer wanted
        the call. Where sources disagree, the stricter one is listed. This is not legal advice.
      </p>
      <DataTable
        caption="Calling rules by state"
        columns={COLUMNS}
        rows={CALLING_RULES}
        rowKey={({ state }) => state}
        className="mt-4"
      />
    </div>
  );
}
