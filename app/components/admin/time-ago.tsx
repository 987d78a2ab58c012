import { formatTimeAgo, type Moment } from "#app/lib/format-time.ts";

/** A past time as "5 min ago", with the exact time on hover. */
export function TimeAgo({ at, now }: { at: Moment; now: number }) {
  return (
    <time dateTime={new Date(at.ms).toISOString()} title={at.exact}>
      {formatTimeAgo(at.ms, now)}
    </time>
  );
}
