/** Steps with large numbers, counted from `start`; `leads` are bold words before each. */
export function NumberedSteps({
  steps,
  leads = [],
  start = 1,
  className = "",
}: {
  steps: readonly React.ReactNode[];
  leads?: readonly string[];
  start?: number;
  className?: string;
}) {
  return (
    <ol start={start} className={`grid gap-3 leading-6 ${className}`}>
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a page keep their order
        <li key={index} className="grid grid-cols-[2.25rem_1fr] gap-3">
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-full bg-sun font-display font-extrabold"
          >
            {start + index}
          </span>
          <span className="pt-1.5">
            {leads[index] ? <strong>{leads[index]} </strong> : null}
            {step}
          </span>
        </li>
      ))}
    </ol>
  );
}
