import { usePortalPath } from "#app/components/layouts/portal-base.tsx";
import { describeMails, type MailTopicNames } from "../describe-profile.ts";
import { ProfileRow } from "./profile-row.tsx";

const SENT_ANYWAY =
  "Nobody chose these. We still email your company about visits, and about customers who stop or cancel.";

/** Who gets which emails. Each person chooses that on their own page. */
export function MailsSection({ topics }: { topics: MailTopicNames }) {
  const path = usePortalPath();
  return (
    <ProfileRow
      id="mails"
      title="Who gets which emails"
      value={describeMails(topics)}
      isOpen={false}
    >
      <dl className="grid gap-3">
        {topics.map(({ topic, names, isSentAnyway }) => (
          <div key={topic}>
            <dt className="font-semibold">{topic}</dt>
            <dd className="wrap-anywhere">
              {names.length > 0 ? names.join(", ") : isSentAnyway ? SENT_ANYWAY : "Nobody"}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4">
        Each person chooses their own emails under{" "}
        <a href={`${path("account")}#self`} className="link inline-block py-1">
          Account and people
        </a>
        .
      </p>
    </ProfileRow>
  );
}
