type FoldProps = {
  /** A heading, or the words of a row. */
  summary: React.ReactNode;
  isOpen?: boolean;
  /** Rows with the same name keep at most one open between them. */
  name?: string;
  /** Space around the summary. */
  className?: string;
  children: React.ReactNode;
};

/** A row that opens what stands below it, without script. On paper it is always open. */
export function Fold({ summary, isOpen, name, className = "py-2.5", children }: FoldProps) {
  return (
    <details open={isOpen} name={name}>
      <summary className={`fold-head ${className}`}>{summary}</summary>
      <div className="pb-4">{children}</div>
    </details>
  );
}

type FoldWordsProps = {
  title: React.ReactNode;
  /** Below the title, smaller. */
  note?: React.ReactNode;
};

/** The words of a row that is no heading. */
export function FoldWords({ title, note }: FoldWordsProps) {
  return (
    <span className="min-w-0 leading-6">
      <span className="font-semibold">{title}</span>
      {note ? <span className="block text-[0.9375rem] leading-5 text-muted">{note}</span> : null}
    </span>
  );
}
