import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";

export type NoticeView = "unnamed" | "missing" | "unavailable";

export const NOTICES: Record<NoticeView, { title: string; text: string; status: number }> = {
  unnamed: { title: "Content Not Found", text: "No advertorial specified", status: 404 },
  missing: { title: "Content Not Found", text: "Advertorial not found", status: 404 },
  unavailable: { title: "Content Not Found", text: "Failed to load advertorial", status: 503 },
};

/** A page in place of an article: what is the matter, and the way on. */
export function ArticleNotice({ view }: { view: NoticeView }) {
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
