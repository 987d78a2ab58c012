import { CHOICE_CARD, FieldError } from "#app/components/form/field.tsx";
import { NO_WINDOW } from "../constants.ts";
import type { OfferedWindow } from "../loaders.server.ts";

const UNAVAILABLE = { busy: "You have another job then", over: "This time is over" } as const;

type WindowChoiceProps = {
  legend: string;
  windows: readonly OfferedWindow[];
  /** Adds the choice that none fits. */
  canRefuse?: boolean;
  /** What was chosen in a form that was refused. */
  chosen?: string;
  error?: string;
};

/** The customer's times as radio buttons; those that cannot be picked say why. */
export function WindowChoice({ legend, windows, canRefuse, chosen, error }: WindowChoiceProps) {
  const isNoneLeft = windows.every(({ state }) => state !== "free");
  const described = error ? "window-error" : undefined;
  return (
    <fieldset aria-describedby={described} className="mt-5 basis-full">
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid gap-2">
        {windows.map(({ id, time, state }) => (
          <label key={id} className={CHOICE_CARD}>
            <input
              type="radio"
              name="window"
              value={id}
              defaultChecked={id === chosen}
              disabled={state !== "free"}
              aria-invalid={error ? true : undefined}
              className="size-5 shrink-0 accent-action outline-none"
            />
            <span className="min-w-0">
              <span className={state === "free" ? "font-semibold" : "text-muted"}>{time}</span>
              {state === "free" ? null : (
                <span className="block text-[0.9375rem] text-muted">{UNAVAILABLE[state]}</span>
              )}
            </span>
          </label>
        ))}
        {canRefuse ? (
          <label className={CHOICE_CARD}>
            <input
              type="radio"
              name="window"
              value={NO_WINDOW}
              defaultChecked={isNoneLeft || chosen === NO_WINDOW}
              aria-invalid={error ? true : undefined}
              className="size-5 shrink-0 accent-action outline-none"
            />
            <span className="font-semibold">None of these fits</span>
          </label>
        ) : null}
      </div>
      {error ? <FieldError id="window-error" message={error} /> : null}
    </fieldset>
  );
}
