/** `isQuiet`: of use only to quote it to us. */
export type ReceiptFact = { label: string; value: string; isQuiet?: boolean };

type ReceiptProps = {
  facts: readonly ReceiptFact[];
  /** Below the lines: what to do with the request. */
  children?: React.ReactNode;
};

/** What was sent, in a few lines, like the slip of a shop. */
export function Receipt({ facts, children }: ReceiptProps) {
  return (
    <div className="mt-4 rounded-xl border-2 border-dashed border-line bg-paper px-4 py-1.5">
      <dl>
        {facts.map(({ label, value, isQuiet }) => (
          <div
            key={label}
            className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 leading-6 last:border-0"
          >
            <dt className="text-muted">{label}</dt>
            <dd
              className={`ml-auto min-w-0 text-right wrap-anywhere ${isQuiet ? "text-[0.9375rem] text-muted" : "font-semibold"}`}
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
