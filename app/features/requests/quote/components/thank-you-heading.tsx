import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { formatThanks } from "../format-thanks.ts";

type ThankYouHeadingProps = {
  persona: string;
  headingRef: React.RefObject<HTMLHeadingElement | null>;
};

/** Top of a receipt, in a file of its own: the wizard has it before it needs the rest. */
export function ThankYouHeading({ persona, headingRef }: ThankYouHeadingProps) {
  return (
    <>
      <SceneImage name="thanks" className="hidden h-44 w-full rounded-xl md:block" />
      <h2 ref={headingRef} tabIndex={-1} className="h2 outline-none md:mt-4">
        Thank You
      </h2>
      <p className="mt-2 text-lg">{formatThanks(persona)}</p>
    </>
  );
}
