import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { LostLinkForm } from "./lost-link-form.tsx";

type WrongLinkProps = { state: "unknown" | "too-many"; phone: string; sendsMail: boolean };

/** The page of a link that opens nothing: wrong, cut, revoked, or of a deleted request. */
export function WrongLink({ state, phone, sendsMail }: WrongLinkProps) {
  if (state === "too-many")
    return (
      <NoticePage
        title="Please try again in a minute"
        text="This page was opened very often from your address."
        image="server-error"
      >
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      </NoticePage>
    );
  return (
    <NoticePage
      title="This link does not work"
      text={`Part of it may be missing, or it is no longer valid. Copy the whole link from where you got it, ${sendsMail ? "ask for a new one below, or call us" : "or call us for a new one"}.`}
      image="not-found"
    >
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />
      {sendsMail ? (
        <div className="basis-full">
          <LostLinkForm state="ask" />
        </div>
      ) : null}
    </NoticePage>
  );
}
