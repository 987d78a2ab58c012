import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { formatThanks } from "../format-thanks.ts";
import { NextSteps, RequestReceipt, StayInTouch, type ThankYouProps } from "./thank-you.tsx";
import { SentMark } from "./thank-you-heading.tsx";

/** The receipt of a request that was sent without the wizard. */
export function ThankYouPage({ persona, ...sent }: ThankYouProps & { persona: string }) {
  return (
    <main id="main">
      <section className="relative border-b border-line bg-paper">
        <SceneImage
          name="thanks"
          className="h-28 w-full border-b border-line md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:border-b-0 md:border-l"
          isFirst
        />
        <div className="wrap">
          <div className="pt-4 pb-6 md:flex md:min-h-84 md:w-[56%] md:flex-col md:justify-center md:py-10 md:pr-8">
            <h1 className="h1 flex items-center gap-3">
              <SentMark />
              Thank You
            </h1>
            <p className="mt-2 text-lg leading-7 text-balance">{formatThanks(persona)}</p>
            <RequestReceipt {...sent} />
          </div>
        </div>
      </section>
      <div className="wrap grid items-start gap-x-16 pb-8 md:grid-cols-2 md:py-9">
        <NextSteps {...sent} />
        <StayInTouch {...sent} />
      </div>
    </main>
  );
}
