const STEPS = [
  ["year", 365 * 86_400],
  ["month", 30 * 86_400],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/**
 * How long ago, with the exact time as its title. @param props.now the server's time, so that both
 * sides write the same words
 */
export function When({ date, now }: { date: Date; now: Date }) {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  const step = STEPS.find(([, size]) => Math.abs(seconds) >= size);
  return (
    <time
      dateTime={date.toISOString()}
      title={`${date.toISOString().slice(0, 16).replace("T", " ")} UTC`}
      className="whitespace-nowrap"
    >
      {step ? relative.format(Math.round(seconds / step[1]), step[0]) : "just now"}
    </time>
  );
}
