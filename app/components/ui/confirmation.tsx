type ConfirmationProps = {
  /** What is about to be done, such as "Remove". */
  label: string;
  /** To what, for who cannot see where the label stands. */
  subject: string;
  /** What happens then. */
  consequence: string;
  className: string;
  /** The button that does it. */
  children: React.ReactNode;
};

/** A button that says first what it does. It works without script. */
export function Confirmation(props: ConfirmationProps) {
  const { label, subject, consequence, className, children } = props;
  return (
    <details className="open:basis-full">
      <summary className={`list-none [&::-webkit-details-marker]:hidden ${className}`}>
        <span>
          {`${label}…`}
          <span className="sr-only"> {subject}</span>
        </span>
      </summary>
      <div className="mt-2 rounded-xl border border-line bg-sand p-4">
        <p className="break-words">{consequence}</p>
        <div className="mt-3">{children}</div>
      </div>
    </details>
  );
}
