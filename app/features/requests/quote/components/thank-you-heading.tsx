import { CheckIcon } from "#app/components/ui/chrome-icons.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { describeTeamHours, type StaffHours } from "../describe-opening.ts";
import { formatThanks } from "../format-thanks.ts";

type ThankYouHeadingProps = {
  persona: string;
  hours: StaffHours;
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
export const ThankYouHeading = ({ persona, hours, headingRef }: ThankYouHeadingProps) => (
  <div className="@container">
    <div className="grid items-center gap-x-12 @3xl:grid-cols-2">
      <SceneImage name="thanks" className="h-20 w-full rounded-xl @md:h-44 @3xl:order-last" />
      <div>
        <h2
          ref={headingRef}
          tabIndex={-1}
          className="h2 mt-3 flex items-center gap-2.5 outline-none"
        >
          <SentMark />
          Thank You
        </h2>
        <p className="mt-1.5 text-lg leading-7">{formatThanks(persona)}</p>
        <p className="text-lg leading-7">{describeTeamHours(new Date(), hours)}</p>
      </div>
    </div>
  </div>
);
