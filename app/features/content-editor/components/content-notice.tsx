import { NoticePage } from "#app/components/layouts/notice-page.tsx";
import { PhoneLink } from "#app/components/ui/phone-link.tsx";
import { useSite } from "#app/features/settings/use-site.ts";

export type Notice = { title: string; text: string; status: number };
type ContentNoticeProps = Notice & {
  /** What a visitor can do where there is no such quiz or article. */
  children: React.ReactNode;
  below?: React.ReactNode;
};

/** A page shown instead of a quiz or an article, with the reason and ways to go on. */
export function ContentNotice({ title, text, status, children, below }: ContentNoticeProps) {
  const { phone } = useSite();
  const isMissing = status === 404;
  return (
    <NoticePage
      title={title}
      text={text}
      image={isMissing ? "not-found" : "server-error"}
      below={isMissing ? below : null}
    >
      {isMissing ? children : null}
      <a href="/" className="btn btn-line">
        Go Home
      </a>
      {isMissing ? null : (
        <PhoneLink phone={phone} icon label={`Call ${phone}`} className="btn btn-action" />
      )}
    </NoticePage>
  );
}
