import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import type { Stage } from "#app/features/offers/customer/stage.ts";
import { StageSteps } from "#app/features/requests/customer/components/stage-steps.tsx";
import type { MyRequestData } from "../load-page.server.ts";

/** What happens at this stage, as a scene. */
const SCENES: Record<Stage, string> = {
  received: "comic-1",
  looking: "about-us",
  asking: "comic-2",
  connected: "comic-3",
  done: "submit-a-review",
  closed: "empty",
  canceled: "stop",
  "company-stopped": "stop",
  stopped: "stop",
};

type RequestHeadProps = Pick<
  MyRequestData,
  "service" | "stage" | "steps" | "next" | "connected"
> & {
  /** What a form just did, or why it was refused. */
  children: React.ReactNode;
};

/** Where the request stands: a scene, a sentence, and the steps with what happens next. */
export function RequestHead({
  service,
  stage,
  steps,
  next,
  connected,
  children,
}: RequestHeadProps) {
  const [state = "", ...then] = next;
  const explained = then.map((sentence) => (
    <p key={sentence} className="mt-1 leading-6 break-words">
      <PhoneText text={sentence} />
    </p>
  ));
  return (
    <section className="relative border-b border-line bg-paper">
      <SceneImage
        name={SCENES[stage]}
        className="h-34 w-full border-b border-line md:absolute md:inset-y-0 md:right-0 md:h-full md:w-[42%] md:border-b-0 md:border-l"
        isFirst
      />
      <div className="wrap">
        <div className="pt-4 pb-6 md:flex md:min-h-92 md:w-[56%] md:flex-col md:justify-center md:py-9 md:pr-8">
          <p className="font-semibold break-words text-muted">{service}</p>
          <h1 className="h1">My request</h1>
          {children}
          <p className="mt-2 text-xl leading-7 font-semibold break-words">
            <PhoneText text={state} />
          </p>
          {connected ? (
            <p className="mt-3">
              <PhoneLink
                phone={connected.phone}
                label={`Call ${connected.company}`}
                className="btn btn-action"
              />
            </p>
          ) : null}
          {steps.length > 0 ? <StageSteps steps={steps}>{explained}</StageSteps> : explained}
        </div>
      </div>
    </section>
  );
}
