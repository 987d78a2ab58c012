/** Steps with large numbers. */
export function NumberedSteps({
  steps,
  className = "",
}: {
  steps: readonly string[];
  className?: string;
}) {
  return (
    <ol className={`grid gap-4 ${className}`}>
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[2.25rem_1fr] gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-full bg-sun font-display font-extrabold"
          >
            {index + 1}
          </span>
          <span className="pt-1">{step}</span>
        </li>
      ))}
    </ol>
  );
}
