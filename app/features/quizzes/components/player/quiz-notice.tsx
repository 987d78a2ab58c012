import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";

export type NoticeView = "unnamed" | "missing" | "unavailable" | "busy";

export const NOTICES: Record<NoticeView, { title: string; text: string; status: number }> = {
  unnamed: { title: "Quiz Not Found", text: "No quiz specified", status: 404 },
  missing: { title: "Quiz Not Found", text: "The quiz you're looking for doesn't exist or has been removed.", status: 404 },
  unavailable: { title: "Failed to load quiz", text: "Something is wrong on our side. Please try again in a minute, or call us.", status: 503 },
  busy: {
    title: "Please Wait a Minute",
    text: "Many results were asked for from your address. Wait a minute, then load this page again. Your answers are in its address.",
    status: 429,
  },
};

/** A page in place of a quiz: what is the matter, and the way on. */
export function QuizNotice({ view }: { view: NoticeView }) {
  const { phone } = useSite();
  const { title, text, status } = NOTICES[view];
  return (
    <NoticePage title={title} text={text} picture={status === 404 ? "henry-search" : "henry-oops"}>
      <a href="/" className="btn btn-action">
        Go Home
      </a>
      {status === 404 ? null : <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-line" />}
    </NoticePage>
  );
}
