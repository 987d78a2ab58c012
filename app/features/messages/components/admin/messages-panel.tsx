import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#app/components/admin/button.tsx";
import { TimeAgo } from "#app/components/admin/time-ago.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useHydrated } from "#app/components/admin/use-hydrated.ts";
import { useNow } from "#app/components/admin/use-now.ts";
import { useTabDraft } from "#app/components/admin/use-tab-draft.ts";
import { MESSAGE_LENGTH } from "../../constants.ts";
import type { MessagePanelData } from "../../loaders.server.ts";
import type { MessageFormResult } from "../../schema.ts";

type MessagesPanelProps = {
  panel: MessagePanelData;
  requestId: string;
  viewerId: string;
  /** A message of the customer or the provider waits for staff. */
  hasNewMessage: boolean;
  isOptedOut: boolean;
  /** When the page was loaded, in ms. */
  loadedAt: number;
};

/** What the customer, staff and the connected provider wrote, and a form to answer. */
export function MessagesPanel(props: MessagesPanelProps) {
  const { panel, requestId, hasNewMessage, loadedAt } = props;
  const now = useNow(loadedAt);
  const { messages } = panel;
  return (
    <section aria-labelledby="request-messages" className="panel-card p-4">
      <h3 id="request-messages" className="font-bold">
        Messages
      </h3>
      {messages.length === 0 ? (
        <p className="mt-1 text-muted">None yet. The customer sees them on their own page.</p>
      ) : null}
      <ol className="mt-2 grid gap-3">
        {messages.map((message) => (
          <Message key={message.id} message={message} now={now} />
        ))}
      </ol>
      {hasNewMessage ? <ReadButton requestId={requestId} /> : null}
      <Composer {...props} />
    </section>
  );
}

type PanelMessage = MessagePanelData["messages"][number];

function Message({ message, now }: { message: PanelMessage; now: number }) {
  const { author, channel, company, member, text, createdAt } = message;
  const name = {
    customer: "Customer",
    staff: member ?? "Former staff",
    provider: company ?? "Provider",
    unknown: "From an address we don't have on file",
  }[author];
  return (
    <li className={`border-l-2 pl-3 ${author === "staff" ? "border-petrol" : "border-action"}`}>
      <p className="text-sm break-words">
        <strong>{name}</strong>
        {company && author !== "provider" ? `, also to ${company}` : ""}
        {channel === "mail" || channel === "text" ? `, by ${channel}` : ""}
        <span className="text-muted">
          , <TimeAgo at={createdAt} now={now} />
        </span>
      </p>
      <p className="break-words whitespace-pre-wrap">{text}</p>
    </li>
  );
}

function ReadButton({ requestId }: { requestId: string }) {
  const fetcher = useFetcher<MessageFormResult>();
  return (
    <fetcher.Form method="post" className="mt-2">
      <input type="hidden" name="intent" value="messages-read" />
      <input type="hidden" name="id" value={requestId} />
      <Button type="submit" disabled={fetcher.state !== "idle"}>
        Needs no answer
      </Button>
    </fetcher.Form>
  );
}

function Composer({ panel, requestId, viewerId, isOptedOut }: MessagesPanelProps) {
  const { connected, cannedReplies, messages } = panel;
  const fetcher = useFetcher<MessageFormResult>();
  const errorId = useId();
  const [text, setText] = useTabDraft(`message:${viewerId}:${requestId}`, {
    isStored: (unsaved) =>
      messages.some((message) => message.author === "staff" && message.text === unsaved),
  });
  const [offerId, setOfferId] = useState("");
  const isBusy = fetcher.state !== "idle";
  const clear = useRef(() => {});
  clear.current = () => setText("");
  useEffect(() => {
    if (fetcher.data?.ok) clear.current();
  }, [fetcher.data]);
  const failure = !isBusy && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <fetcher.Form method="post" className="mt-3 grid gap-2">
      <input type="hidden" name="intent" value="message" />
      <input type="hidden" name="id" value={requestId} />
      {cannedReplies.length > 0 ? (
        <CannedSelect
          replies={cannedReplies}
          onChoose={(reply) => setText(text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply)}
        />
      ) : null}
      {connected ? (
        <label className="grid gap-1">
          <span className="text-sm font-semibold">Who can read it</span>
          <select
            name="offerId"
            value={offerId}
            onChange={({ target }) => setOfferId(target.value)}
            className="field-small w-full"
          >
            <option value="">Only the customer</option>
            <option value={connected.offerId}>The customer and {connected.company}</option>
          </select>
        </label>
      ) : null}
      <label className="grid gap-1">
        <span className="text-sm font-semibold">Message to the customer</span>
        <textarea
          name="text"
          rows={3}
          required
          maxLength={MESSAGE_LENGTH}
          value={text}
          readOnly={isBusy}
          aria-invalid={failure ? true : undefined}
          aria-describedby={failure ? errorId : undefined}
          onChange={({ target }) => setText(target.value)}
          className="field-small w-full"
        />
      </label>
      {failure ? (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {failure}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        {isOptedOut
          ? "This person opted out: the message shows on their page, and no mail is sent."
          : "It shows on the customer's page, and is mailed if we have an address."}
      </p>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        Send message
      </Button>
    </fetcher.Form>
  );
}

type CannedSelectProps = {
  replies: MessagePanelData["cannedReplies"];
  onChoose: (text: string) => void;
};

/** Fills in a text that staff use often. */
function CannedSelect({ replies, onChoose }: CannedSelectProps) {
  const isHydrated = useHydrated();
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">Use a canned reply</span>
      <select
        value=""
        inert={!isHydrated}
        onChange={({ target }) => {
          const reply = replies[Number(target.value)];
          if (reply) onChoose(reply.text);
        }}
        className="field-small w-full"
      >
        <option value="">Choose</option>
        {replies.map(({ title }, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
