import { formatTimeAgo, type Moment } from "#app/lib/format-time.ts";

/** How long ago; the exact time on hover. */
export function TimeAgo({ at, now }: { at: Moment; now: number }) {
  return (
    <time dateTime={new Date(at.ms).toISOString()} title={at.exact}>
      {formatTimeAgo(at.ms, now)}
    </time>
  );
}
