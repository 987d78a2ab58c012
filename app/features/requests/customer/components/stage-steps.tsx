import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";

export type StageStep = { label: string; state: "past" | "current" | "ahead" };

type StageStepsProps = {
  steps: readonly StageStep[];
  /** What happens at the present step. */
  children?: React.ReactNode;
};

const DOTS: Record<StageStep["state"], string> = {
  past: "border-ok bg-ok text-paper",
  current: "border-action bg-action",
  ahead: "border-line bg-paper",
};

/** Where a request stands, as a line of steps from top to bottom. */
export function StageSteps({ steps, children }: StageStepsProps) {
  return (
    <ol className="mt-4">
      {steps.map(({ label, state }, index) => (
        <li
          key={label}
          aria-current={state === "current" ? "step" : undefined}
          className="relative grid grid-cols-[1.25rem_1fr] gap-x-3 pb-2"
        >
          {index < steps.length - 1 ? (
            <span
              aria-hidden="true"
              className="absolute top-6 bottom-0 left-2.25 border-l-2 border-line"
            />
          ) : null}
          <span
            aria-hidden="true"
            className={`mt-0.5 grid size-5 place-items-center rounded-full border-2 ${DOTS[state]}`}
          >
            {state === "past" ? <CheckIcon /> : null}
          </span>
          <div className={state === "ahead" ? "leading-6 text-muted" : "leading-6"}>
            <p className={state === "current" ? "font-bold" : undefined}>
              {state === "past" ? <span className="sr-only">Done: </span> : null}
              {label}
            </p>
            {state === "current" ? children : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
