import { useState } from "react";
import { Button, ButtonAnchor } from "#app/components/admin/button.tsx";
import { CopyField } from "#app/components/admin/copy-field.tsx";
import { useReplyFetcher } from "#app/components/admin/use-reply-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { composeInvitation } from "../../compose-invitation.ts";
import { INVITATION_DAYS, PROVIDER_ROLES } from "../../constants.ts";
import type { PeoplePanelData } from "../../load-people-panel.server.ts";
import type { StaffPeopleReply } from "../../staff-people.server.ts";

/** Makes links with which somebody joins a provider's people. */
export function InviteForm({ people: { origin, contact } }: { people: PeoplePanelData }) {
  const [path, setPath] = useState<string>();
  const fetcher = useReplyFetcher<StaffPeopleReply>((reply) => {
    if (reply.joinPath) setPath(reply.joinPath);
  });
  useResultToast(fetcher.data);
  return (
    <>
      <fetcher.Form method="post" className="mt-3 flex flex-wrap gap-2">
        <input type="hidden" name="intent" value="invite" />
        {PROVIDER_ROLES.toReversed().map((role) => (
          <Button
            key={role}
            type="submit"
            name="role"
            value={role}
            tone={role === "owner" ? "primary" : "plain"}
            disabled={fetcher.state !== "idle"}
          >
            {role === "owner" ? "Invite an owner" : "Invite a member"}
          </Button>
        ))}
      </fetcher.Form>
      {path ? <JoinLink key={path} url={origin + path} contact={contact} /> : null}
    </>
  );
}

function JoinLink({ url, contact }: { url: string; contact: PeoplePanelData["contact"] }) {
  const { phone, email } = contact;
  const { sms, mail } = composeInvitation({ ...contact, url });
  return (
    <div role="status" className="mt-3 grid gap-3 rounded-xl bg-sand p-4">
      <CopyField
        label="Link for one person"
        value={url}
        action="Copy link"
        hint={`The first person to join with it becomes part of the company. It works once, within ${INVITATION_DAYS} days, and is shown only now.`}
      />
      <p className="flex flex-wrap gap-2">
        {sms ? <ButtonAnchor href={sms}>Text it to {phone}</ButtonAnchor> : null}
        <ButtonAnchor href={mail} className="max-w-full break-all">
          {email ? `Email it to ${email}` : "Email it"}
        </ButtonAnchor>
      </p>
      <p className="text-sm text-muted">
        Your own program opens with the text. Nothing is sent before you send it there.
      </p>
    </div>
  );
}
