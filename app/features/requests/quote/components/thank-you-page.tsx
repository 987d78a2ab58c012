import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { formatThanks } from "../format-thanks.ts";
import { ThankYou, type ThankYouProps } from "./thank-you.tsx";
import { SentMark } from "./thank-you-heading.tsx";

type ThankYouPageProps = Omit<ThankYouProps, "heading"> & {
  persona: string;
  /** From `describeTeamHours`. */
  teamHours: string;
};

/** A request that was sent without the wizard. */
export function ThankYouPage({ persona, teamHours, ...sent }: ThankYouPageProps) {
  return (
    <main id="main">
      <section className="relative border-b border-line bg-paper">
        <SceneImage
          name="thanks"
          className="h-28 w-full border-b border-line md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:border-b-0 md:border-l"
          isFirst
        />
        <div className="wrap">
          <div className="pt-4 pb-5 md:flex md:min-h-60 md:w-[56%] md:flex-col md:justify-center md:py-8 md:pr-8">
            <h1 className="h1 flex items-center gap-3">
              <SentMark />
              Thank You
            </h1>
            <p className="mt-2 text-lg leading-7">{formatThanks(persona)}</p>
            <p className="text-lg leading-7">{teamHours}</p>
          </div>
        </div>
      </section>
      <div className="wrap pb-8 md:pt-3 md:pb-9">
        <ThankYou {...sent} heading="h2" />
      </div>
    </main>
  );
}
