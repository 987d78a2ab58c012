export type StageStep = { label: string; state: "past" | "current" | "ahead" };

/** Where a request stands, as a line of steps. */
export function StageSteps({ steps }: { steps: readonly StageStep[] }) {
  return (
    <ol className="mt-5 grid gap-x-2 gap-y-1 sm:auto-cols-fr sm:grid-flow-col">
      {steps.map(({ label, state }) => (
        <li
          key={label}
          aria-current={state === "current" ? "step" : undefined}
          className={`border-l-4 py-1 pl-3 sm:border-t-4 sm:border-l-0 sm:pt-2 sm:pl-0 ${
            state === "ahead" ? "border-line text-muted" : "border-action"
          } ${state === "current" ? "font-bold" : ""}`}
        >
          {state === "past" ? <span className="sr-only">Done: </span> : null}
          {label}
        </li>
      ))}
    </ol>
  );
}
