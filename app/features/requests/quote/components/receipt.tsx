/** `isQuiet`: of use only to quote it to us. */
export type ReceiptFact = { label: string; value: string; isQuiet?: boolean };

type ReceiptProps = {
  facts: readonly ReceiptFact[];
  /** Below the lines: what to do with the request. */
  children?: React.ReactNode;
};

/** What was sent, in a few lines, like the slip of a shop; one fact alone stands as a line of text. */
export function Receipt({ facts, children }: ReceiptProps) {
  const isLine = facts.length === 1 && !children;
  return (
    <div
      className={
        isLine ? "mt-1" : "mt-4 rounded-xl border-2 border-dashed border-line bg-paper px-4 py-1.5"
      }
    >
      <dl>
        {facts.map(({ label, value, isQuiet }) => (
          <div
            key={label}
            className="flex flex-wrap gap-x-4 border-b border-line py-1.5 leading-6 last:border-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd
              className={`min-w-0 wrap-anywhere ${isLine ? "" : "ml-auto text-right"} ${isQuiet ? "text-[0.9375rem] text-muted" : "font-semibold"}`}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
