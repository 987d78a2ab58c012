import { formatTimeAgo, type Moment } from "#app/lib/format-time.ts";

type TimeAgoProps = {
  at: Moment;
  now: number;
  /** As an age: "5 min" instead of "5 min ago". */
  isShort?: boolean;
};

/** A past time as "5 min ago", with the exact time on hover. */
export function TimeAgo({ at, now, isShort = false }: TimeAgoProps) {
  const text = formatTimeAgo(at.ms, now);
  return (
    <time dateTime={new Date(at.ms).toISOString()} title={at.exact}>
      {isShort ? text.replace(/ ago$/, "") : text}
    </time>
  );
}
