import { useState } from "react";
import { Button, ButtonLink } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { type Fact, FactList } from "#app/components/admin/fact-list.tsx";
import { useFetcher } from "#app/components/admin/use-fetcher.ts";
import { useResultToast } from "#app/components/admin/use-result-toast.ts";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { KEYS_PATH, SCOPE_LABELS, SCOPES, SHOWN_CALLS } from "../../constants.ts";
import type { ListedCall, ListedKey } from "../../queries.server.ts";
import type { KeyReply } from "../../schema.ts";
import { KeyStateBadge } from "./keys-page.tsx";

type KeyPageProps = { apiKey: ListedKey; calls: ListedCall[]; callDays: number; clock: Clock };

/** One key: what it may do, its latest calls, and the button that revokes it. */
export function KeyPage({ apiKey, calls, callDays, clock }: KeyPageProps) {
  return (
    <div className="grid gap-6">
      <section aria-label={apiKey.name} className="panel-card grid gap-4 p-5">
        <div className="flex flex-wrap items-center gap-3">
          <h3 className="font-display text-lg font-extrabold wrap-anywhere">{apiKey.name}</h3>
          <KeyStateBadge state={apiKey.state} />
        </div>
        <KeyFacts apiKey={apiKey} clock={clock} />
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={KEYS_PATH}>All keys</ButtonLink>
          {apiKey.state === "revoked" ? null : <RevokeButton apiKey={apiKey} />}
        </div>
      </section>
      <div className="panel-card relative overflow-x-auto">
        <DataTable
          caption={`Latest ${SHOWN_CALLS} calls`}
          order="newest first"
          columns={listColumns(clock)}
          rows={calls}
          rowKey={({ id }) => id}
        />
        {calls.length === 0 ? <p className="p-5 text-muted">No calls yet.</p> : null}
      </div>
      <p className="text-muted">
        Calls are kept for {callDays} days. What they changed is in the audit log permanently, with
        the name of the key.
      </p>
    </div>
  );
}

function KeyFacts({ apiKey, clock }: Pick<KeyPageProps, "apiKey" | "clock">) {
  const facts: Fact[] = [
    ["Prefix", apiKey.prefix],
    ["Calls per minute", apiKey.limitPerMinute.toLocaleString("en-US")],
    [
      "Created",
      <>
        <When at={apiKey.createdAt} clock={clock} />
        {apiKey.createdBy ? ` by ${apiKey.createdBy}` : ""}
      </>,
    ],
    ["Expires", <When key="ends" at={apiKey.expiresAt} clock={clock} />],
    ["Last call", <When key="last" at={apiKey.lastUsedAt} clock={clock} />],
  ];
  if (apiKey.revokedAt)
    facts.push(["Revoked", <When key="revoked" at={apiKey.revokedAt} clock={clock} />]);
  return (
    <>
      <FactList facts={facts} />
      <ul className="grid list-disc gap-1 pl-5">
        {SCOPES.filter((scope) => apiKey.scopes.includes(scope)).map((scope) => (
          <li key={scope}>{SCOPE_LABELS[scope]}</li>
        ))}
      </ul>
    </>
  );
}

function RevokeButton({ apiKey }: Pick<KeyPageProps, "apiKey">) {
  const [isOpen, setOpen] = useState(false);
  const fetcher = useFetcher<KeyReply>();
  useResultToast(fetcher.data);
  return (
    <>
      <Button tone="danger" onClick={() => setOpen(true)}>
        Revoke key
      </Button>
      {isOpen ? (
        <Dialog title={`Revoke the key of ${apiKey.name}?`} isAlert onClose={() => setOpen(false)}>
          <p className="mt-2">
            Calls with this key are refused at once, and it cannot be restored. The program needs a
            new key.
          </p>
          <DialogButtons
            label="Revoke key"
            isDestructive
            onConfirm={() => {
              fetcher.submit(
                { intent: "revoke", id: apiKey.id },
                { method: "post", action: KEYS_PATH },
              );
              setOpen(false);
            }}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      ) : null}
    </>
  );
}

const listColumns = (clock: Clock): [Column<ListedCall>, ...Column<ListedCall>[]] => [
  {
    header: "Operation",
    cell: ({ operation, targetId }) => (
      <>
        <span className="block wrap-anywhere">{operation}</span>
        {targetId ? <span className="text-sm text-muted wrap-anywhere">{targetId}</span> : null}
      </>
    ),
  },
  { header: "Status", cell: ({ status }) => status },
  {
    header: "Personal data",
    cell: ({ isPersonal }) => (isPersonal ? "Yes" : "No"),
    from: "md",
    narrow: ({ isPersonal }) => (isPersonal ? "With personal data" : null),
  },
  { header: "When", cell: ({ at }) => <When at={at} clock={clock} /> },
];
