import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { formatThanks } from "../format-thanks.ts";

type ThankYouHeadingProps = {
  persona: string;
  headingRef: React.RefObject<HTMLHeadingElement | null>;
};

/** Says at a glance that the request arrived. */
export const SentMark = () => (
  <span
    aria-hidden="true"
    className="grid size-8 shrink-0 place-items-center rounded-full bg-ok text-paper"
  >
    <CheckIcon />
  </span>
);

/** Top of a receipt, in a file of its own: the wizard has it before it needs the rest. */
export function ThankYouHeading({ persona, headingRef }: ThankYouHeadingProps) {
  return (
    <>
      <SceneImage name="thanks" className="hidden h-44 w-full rounded-xl md:block" />
      <h2
        ref={headingRef}
        tabIndex={-1}
        className="h2 flex items-center gap-2.5 outline-none md:mt-4"
      >
        <SentMark />
        Thank You
      </h2>
      <p className="mt-2 text-lg">{formatThanks(persona)}</p>
    </>
  );
}
