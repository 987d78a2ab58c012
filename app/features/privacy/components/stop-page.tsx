import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { ScopeField } from "./scope-field.tsx";
import { StoppedNotice } from "./stopped-notice.tsx";

export type StopPageProps = {
  state: "ask" | "done" | "link" | "too-many";
  company: string;
  phone: string;
  /** What was stopped. */
  scope?: "all" | "company";
};

/**
 * The page of a stop link in a mail or letter. Opening it changes nothing, because mail scanners
 * open links too.
 */
export function StopPage({ state, company, phone, scope = "all" }: StopPageProps) {
  if (state === "done") return <StoppedNotice company={company} scope={scope} />;
  if (state === "ask") {
    return (
      <NoticePage
        title="Stop all contact"
        text={`Press the button, and ${company} stops calling, texting and emailing you. Requests that still wait are not passed on.`}
        image="stop"
      >
        <form method="post" className="grid w-full max-w-xl gap-5">
          <ScopeField company={company} />
          <button type="submit" className="btn btn-action justify-self-start">
            Stop contact
          </button>
        </form>
      </NoticePage>
    );
  }
  const [title, text] =
    state === "link"
      ? [
          "This link does not work",
          "Part of it may be missing. Copy the whole link from our message, use the form for it, or call us and we will stop all contact for you.",
        ]
      : [
          "Please try again later",
          "This link was used many times in the last hour. You can call us, and we will stop all contact for you.",
        ];
  return (
    <NoticePage title={title} text={text} image={state === "link" ? "not-found" : "server-error"}>
      <a href="/stop" className="btn btn-line">
        Stop contact by form
      </a>
      <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
    </NoticePage>
  );
}
