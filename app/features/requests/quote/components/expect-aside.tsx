import { NumberedSteps } from "#app/components/ui/numbered-steps.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";
import { STEP_LEADS } from "../next-steps.ts";

/** One for each lead, true for all preferences; `listNextSteps` says more. */
const DETAILS = [
  "Someone on our team may have a question.",
  "You hear the pro's name first.",
  "That pro gets your contact details only after your yes.",
];

/**
 * Beside the quote form on wide screens: the service's picture, what follows, and the number. Gone
 * with the form, because the receipt says it all.
 */
export const ExpectAside = ({ scene, phone }: { scene: string; phone: string }) => (
  <aside className="mt-10 hidden lg:beside-form:block">
    <SceneImage name={scene} className="h-56 w-full rounded-2xl" />
    <h2 className="h3 mt-6">What happens next</h2>
    <NumberedSteps leads={STEP_LEADS} steps={DETAILS} className="mt-3" />
    <p className="mt-5 border-t border-line pt-4">
      Rather talk? Call <PhoneLink phone={phone} />
    </p>
  </aside>
);
