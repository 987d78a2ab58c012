import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { describeMails, type MailTopicNames } from "../describe-profile.ts";
import { ProfileRow } from "./profile-row.tsx";

/** Who gets which mail. Each person chooses that on their own page. */
export function MailsSection({ topics }: { topics: MailTopicNames }) {
  const path = usePortalPath();
  return (
    <ProfileRow id="mails" title="Who gets which mail" value={describeMails(topics)} isOpen={false}>
      <dl className="grid gap-3">
        {topics.map(({ topic, names }) => (
          <div key={topic}>
            <dt className="font-semibold">{topic}</dt>
            <dd className="wrap-anywhere">{names.length > 0 ? names.join(", ") : "Nobody"}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        Each person chooses their own mails under{" "}
        <a href={`${path("account")}#self`} className="link inline-block py-1">
          Account and people
        </a>
        .
      </p>
    </ProfileRow>
  );
}
