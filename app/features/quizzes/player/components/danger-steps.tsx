import { Phone } from "lucide-react";
import type { ReactNode } from "react";
import { endSentence } from "#app/lib/text.ts";

type DangerStepsProps = {
  /** Above the headline. */
  kicker: string;
  headline: string;
  call911: boolean;
  /** Whom else to call; "" or absent for nobody. */
  alsoCall?: string;
  steps: readonly string[];
  /** A way out for those who are in no danger. */
  children: ReactNode;
};

/**
 * A danger and what to do now, in the size that a frightened person reads on a phone. The red
 * background spans the whole window, whatever the width of the column; in a dark room (app.css) it
 * is only behind what comes before the steps.
 */
export function DangerSteps({
  kicker,
  headline,
  call911,
  alsoCall,
  steps,
  children,
}: DangerStepsProps) {
  return (
    <div className="danger-band bg-danger pt-5 text-paper [border-image:conic-gradient(var(--color-danger)_0_0)_fill_0//0_100vmax] sm:pt-8">
      <p className="font-display font-bold">{kicker}</p>
      <h1
        id="result-title"
        tabIndex={-1}
        className="mt-1 font-display text-3xl leading-tight font-extrabold text-balance outline-none sm:text-5xl"
      >
        {headline}
      </h1>
      {call911 ? <Call911 /> : null}
      <div className="danger-steps mt-5 pb-4">
        <h2 className="font-display text-lg font-bold">Next Steps: do this now</h2>
        <ol className="mt-3 grid gap-3">
          {steps.map((step, index) => (
            <li key={step} className="grid grid-cols-[2.75rem_minmax(0,1fr)] gap-3">
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-paper font-display text-2xl font-extrabold text-danger"
              >
                {index + 1}
              </span>
              <span className="pt-1.5 text-xl leading-7 font-bold sm:text-2xl sm:leading-8">
                {endSentence(step)}
              </span>
            </li>
          ))}
        </ol>
        {alsoCall ? (
          <p className="mt-4 text-lg font-semibold">
            {call911 ? "Then also" : "Then"} call {alsoCall}.
          </p>
        ) : null}
        {children}
      </div>
    </div>
  );
}

const Call911 = () => (
  <a
    href="tel:911"
    className="mt-4 block rounded-2xl border-2 border-transparent bg-paper px-4 py-4 text-center text-danger hover:bg-cream focus-visible:outline-paper"
  >
    <span className="flex flex-wrap items-center justify-center gap-x-3 font-display text-4xl leading-tight font-extrabold sm:text-5xl">
      <Phone className="size-9 shrink-0" aria-hidden="true" />
      Call 911
    </span>
    <span className="mt-1 block font-semibold text-balance text-ink">
      In danger yourself? Get to safety first. If you can't get out, call now.
    </span>
  </a>
);
