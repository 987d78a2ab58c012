/**
 * Steps with large numbers, counted from `start`; `leads` are bold words before each, and `current`
 * is the index of the one that is under way.
 */
export function NumberedSteps({
  steps,
  leads = [],
  start = 1,
  current,
  className = "",
}: {
  steps: readonly React.ReactNode[];
  leads?: readonly string[];
  start?: number;
  current?: number;
  className?: string;
}) {
  return (
    <ol start={start} className={`grid gap-3 leading-6 ${className}`}>
      {steps.map((step, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a page keep their order
          key={index}
          aria-current={index === current ? "step" : undefined}
          className="grid grid-cols-[2.25rem_1fr] gap-3"
        >
          <span
            aria-hidden="true"
            className={`grid size-9 place-items-center rounded-full font-display font-extrabold ${index === current ? "bg-petrol text-cream" : "bg-sun"}`}
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
