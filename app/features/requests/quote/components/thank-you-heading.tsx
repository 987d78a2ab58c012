import { SceneImage } from "#app/components/ui/scene-image.tsx";

type ThankYouHeadingProps = {
  persona: string;
  headingRef?: React.RefObject<HTMLHeadingElement | null>;
  heading?: "h1" | "h2";
};

/** Top of a receipt, in a file of its own: the wizard has it before it needs the rest. */
export function ThankYouHeading({
  persona,
  headingRef,
  heading: Heading = "h2",
}: ThankYouHeadingProps) {
  return (
    <>
      <SceneImage name="thanks" className="h-28 w-full rounded-xl object-cover md:h-44" isFirst />
      <Heading ref={headingRef} tabIndex={-1} className="h2 mt-4 outline-none">
        Thank You
      </Heading>
      <p className="mt-2 text-lg">Your request is with {persona}. Nothing more to fill in.</p>
    </>
  );
}
