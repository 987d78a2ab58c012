import { DialogButton } from "#app/components/ui/dialog-button.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { PhoneText } from "#app/components/ui/phone-text.tsx";
import { SceneImage } from "#app/components/ui/scene-image.tsx";

const ID = "provider-application";

export const ApplyButton = () => <DialogButton dialog={ID}>Apply Now</DialogButton>;

/** Applications are taken by phone; nothing is sent from here. */
export function ApplicationDialog({ text, phone }: { text: string; phone: string }) {
  return (
    <dialog
      id={ID}
      popover="auto"
      aria-labelledby={`${ID}-title`}
      className="m-auto w-[min(28rem,92vw)] overflow-x-hidden rounded-2xl bg-paper p-6 text-center text-ink shadow-lift"
    >
      <SceneImage
        name="provider-signup"
        className="-mx-6 -mt-6 h-32 w-[calc(100%+3rem)] max-w-none"
      />
      <h2 id={`${ID}-title`} className="h3 mt-3">
        Provider Application
      </h2>
      <p className="mt-2">
        <PhoneText text={text} />
      </p>
      <div className="mt-5 grid gap-3">
        <PhoneLink phone={phone} icon label="Call Now" className="btn btn-action" />
        <button
          type="button"
          popoverTarget={ID}
          popoverTargetAction="hide"
          data-close
          className="btn btn-line"
        >
          Close
        </button>
      </div>
    </dialog>
  );
}
