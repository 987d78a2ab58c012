import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { formatThanks } from "../format-thanks.ts";
import { ThankYou, type ThankYouProps } from "./thank-you.tsx";

/**
 * The receipt of a request that was sent without the wizard. On small screens the clip is its only
 * picture.
 */
export function ThankYouPage({ persona, ...receipt }: ThankYouProps & { persona: string }) {
  return (
    <main id="main">
      <section className="relative border-b border-line bg-paper">
        <SceneImage
          name="thanks"
          className="hidden border-l border-line object-cover md:absolute md:inset-y-0 md:right-0 md:block md:h-full md:w-[42%]"
        />
        <div className="wrap">
          <div className="pt-4 pb-5 md:w-[56%] md:py-14 md:pr-8">
            <h1 className="h1">Thank You</h1>
            <p className="mt-2 text-lg leading-7">{formatThanks(persona)}</p>
          </div>
        </div>
      </section>
      <div className="wrap pt-1 pb-8 md:pt-6 md:pb-14">
        <ThankYou {...receipt} />
      </div>
    </main>
  );
}
