/**
 * `isCut`: the value may be long and is cut after two lines. `change`: what the link beside
 * it changes.
 */
export type ReceiptFact = { label: string; value: string; isCut?: boolean; change?: string };

type ReceiptProps = {
  facts: readonly ReceiptFact[];
  heading: "h2" | "h3";
  /** Where the facts with `change` are corrected. */
  changeUrl?: string;
  /** Below the lines: what to do with the request. */
  children?: React.ReactNode;
};

/** What was sent, in a few lines, like the slip of a shop. */
export function Receipt({ facts, heading: Heading, changeUrl, children }: ReceiptProps) {
  return (
    <div className="mt-4 rounded-xl border-2 border-line bg-paper px-4 pt-3 pb-1.5">
      <Heading className="font-display text-xl font-bold">Your request</Heading>
      <dl className="mt-1">
        {facts.map(({ label, value, isCut, change }) => (
          <div
            key={label}
            className={`flex gap-x-4 border-b border-line py-1 leading-6 md:py-1.5 last:border-0 ${isCut ? "" : "flex-wrap"}`}
          >
            <dt className="shrink-0 text-muted">{label}</dt>
            {/* To the left: at the right edge, Chromium drops the dots of a clamped text. */}
            <dd
              className={`ml-auto min-w-0 font-semibold wrap-anywhere ${isCut ? "line-clamp-2" : "text-right"}`}
            >
              {value}
              {change && changeUrl ? (
                <a href={changeUrl} className="link ml-3 py-1">
                  Change<span className="sr-only"> {change}</span>
                </a>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
