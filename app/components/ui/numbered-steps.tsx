/** Steps with large numbers, counted from `start`. */
export function NumberedSteps({
  steps,
  start = 1,
  className = "",
}: {
  steps: readonly string[];
  start?: number;
  className?: string;
}) {
  return (
    <ol start={start} className={`grid gap-3 leading-6 ${className}`}>
      {steps.map((step, index) => (
        <li key={step} className="grid grid-cols-[2.25rem_1fr] gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-full bg-sun font-display font-extrabold"
          >
            {start + index}
          </span>
          <span className="pt-1.5">{step}</span>
        </li>
      ))}
    </ol>
  );
}
