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
  /** The request was merged into another: staff answer there. */
  isReadOnly?: boolean;
  /** When the page was loaded, in ms. */
  loadedAt: number;
};

/** What the customer, staff and the connected provider wrote, and a form to answer. */
export function MessagesPanel(props: MessagesPanelProps) {
  const { panel, requestId, hasNewMessage, isReadOnly = false, loadedAt } = props;
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
      {isReadOnly ? null : <Composer {...props} />}
    </section>
  );
}

type PanelMessage = MessagePanelData["messages"][number];

function Message({ message, now }: { message: PanelMessage; now: number }) {
  const { author, channel, company, member, text, from, createdAt } = message;
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
        {channel === "mail" ? ", by email" : channel === "text" ? ", by text" : ""}
        <span className="text-muted">
          , <TimeAgo at={createdAt} now={now} />
          {from ? `, from the request of ${from}` : ""}
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
  const [pageId, setPageId] = useState<string>();
  const isListed = panel.merged.some(({ id }) => id === pageId) || pageId === requestId;
  // Where the customer wrote last, they look for the answer.
  const threadId = pageId && isListed ? pageId : findLastThread(panel, requestId);
  const write = (unsent: string) => {
    setText(unsent);
    // What arrives while staff write must not change where the answer goes.
    setPageId(unsent ? threadId : undefined);
  };
  const isBusy = fetcher.state !== "idle";
  const clear = useRef(() => {});
  clear.current = () => write("");
  useEffect(() => {
    if (fetcher.data?.ok) clear.current();
  }, [fetcher.data]);
  const failure = !isBusy && fetcher.data && !fetcher.data.ok ? fetcher.data.message : null;
  return (
    <fetcher.Form method="post" className="mt-3 grid gap-2">
      <input type="hidden" name="intent" value="message" />
      {panel.merged.length > 0 ? (
        <ThreadSelect panel={panel} requestId={requestId} value={threadId} onChoose={setPageId} />
      ) : (
        <input type="hidden" name="id" value={requestId} />
      )}
      {cannedReplies.length > 0 ? (
        <CannedSelect
          replies={cannedReplies}
          onChoose={(reply) => write(text.trim() ? `${text.trimEnd()}\n\n${reply}` : reply)}
        />
      ) : null}
      {connected && threadId === requestId ? (
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
          onChange={({ target }) => write(target.value)}
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
          ? "This person opted out: the message shows on their page, and no email is sent."
          : "It shows on the customer's page, and is emailed if we have an address."}
      </p>
      <Button type="submit" disabled={isBusy} className="justify-self-start">
        Send message
      </Button>
    </fetcher.Form>
  );
}

/** The request in whose thread the customer wrote last; the open one where they did not. */
function findLastThread({ messages, merged }: MessagePanelData, requestId: string): string {
  const last = messages.findLast(({ author }) => author === "customer")?.requestId;
  return merged.some(({ id }) => id === last) && last ? last : requestId;
}

type ThreadSelectProps = {
  panel: MessagePanelData;
  requestId: string;
  value: string;
  onChoose: (id: string) => void;
};

/**
 * On which of the customer's pages an answer is shown: each request has its own, and whoever has the
 * link to one must not read the other.
 */
function ThreadSelect({ panel, requestId, value, onChoose }: ThreadSelectProps) {
  const isHydrated = useHydrated();
  return (
    <label className="grid gap-1">
      <span className="text-sm font-semibold">Answer on the page of</span>
      <select
        name="id"
        value={value}
        inert={!isHydrated}
        onChange={({ target }) => onChoose(target.value)}
        className="field-small w-full"
      >
        <option value={requestId}>This request</option>
        {panel.merged.map(({ id, day }) => (
          <option key={id} value={id}>
            The request of {day}
          </option>
        ))}
      </select>
    </label>
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
