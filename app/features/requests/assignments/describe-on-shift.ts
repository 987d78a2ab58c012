import type { OnShiftSummary } from "./load-on-shift.server.ts";

const NAMED = 4;

/** Who is on shift now, and who comes next, in one line. */
export function describeOnShift({ hasPlan, isOpen, now, next }: OnShiftSummary): string {
  const planned = now.filter(({ until }) => until !== null);
  if (!hasPlan && planned.length === 0)
    return isOpen
      ? "On shift now: everybody, as nobody has set shifts"
      : "Nobody is on shift: the office is closed";
  const names = planned.slice(0, NAMED).map(({ name, until }) => `${name} until ${until}`);
  const more = planned.length > NAMED ? [`${planned.length - NAMED} more`] : [];
  const who =
    planned.length > 0 ? `On shift now: ${[...names, ...more].join(", ")}` : "Nobody is on shift";
  return next ? `${who}; next: ${next.name} ${next.at}` : who;
}
