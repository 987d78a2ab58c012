import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";

export type StopPageProps = {
  state: "ask" | "done" | "link" | "too-many";
  company: string;
  phone: string;
};

/**
 * The page of a stop link in a mail or letter. Opening it changes nothing, because mail scanners
 * open links too.
 */
export function StopPage({ state, company, phone }: StopPageProps) {
  if (state === "done") {
    return (
      <NoticePage
        title="All contact is stopped"
        text={`${company} will not call, text or e-mail you about any request you made before now.`}
        image="henry-thumbs-up"
      >
        <p role="status" className="basis-full">
          A message that was already on its way may still reach you. A professional who already has
          your details is a separate business, so please tell them too.
        </p>
        <p className="basis-full">
          Changed your mind? Ask for help again and agree to be contacted. That lifts the stop.
        </p>
        <a href="/quote" className="btn btn-line">
          Ask for help again
        </a>
      </NoticePage>
    );
  }
  if (state === "ask") {
    return (
      <NoticePage
        title="Stop all contact"
        text={`Press the button, and ${company} stops calling, texting and e-mailing you. Requests that still wait are not passed on.`}
        image="henry-call"
      >
        <form method="post">
          <button type="submit" className="btn btn-action">
            Stop all contact
          </button>
        </form>
      </NoticePage>
    );
  }
  const [title, text] =
    state === "link"
      ? [
          "This link does not work",
          "Part of it may be missing. Copy the whole link from our message, or call us and we will stop all contact for you.",
        ]
      : [
          "Please try again later",
          "This link was used many times in the last hour. You can call us, and we will stop all contact for you.",
        ];
  return (
    <NoticePage title={title} text={text} image="henry-oops">
      <PhoneLink phone={phone} className="btn btn-action" />
    </NoticePage>
  );
}
