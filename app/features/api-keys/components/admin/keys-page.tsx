import { Link } from "react-router";
import { Badge } from "#app/components/admin/badge.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { type Clock, When } from "#app/components/admin/when.tsx";
import { KEYS_PATH } from "../../constants.ts";
import type { KeyState, ListedKey } from "../../queries.server.ts";
import { NewKeyForm } from "./new-key-form.tsx";

const STATES: Record<KeyState, { label: string; tone: "ok" | "muted" }> = {
  working: { label: "Active", tone: "ok" },
  expired: { label: "Expired", tone: "muted" },
  revoked: { label: "Revoked", tone: "muted" },
};

export function KeyStateBadge({ state }: { state: KeyState }) {
  const { label, tone } = STATES[state];
  return <Badge tone={tone}>{label}</Badge>;
}

/** The keys of other programs, and the form for a new one. */
export function KeysPage({ keys, clock }: { keys: ListedKey[]; clock: Clock }) {
  return (
    <div className="grid gap-6">
      <NewKeyForm />
      <div className="panel-card relative overflow-x-auto">
        <DataTable
          caption="API keys"
          order="newest first"
          hasRowHeaders
          columns={listColumns(clock)}
          rows={keys}
          rowKey={({ id }) => id}
        />
        {keys.length === 0 ? <p className="p-5 text-muted">No API keys yet.</p> : null}
      </div>
    </div>
  );
}

const listColumns = (clock: Clock): [Column<ListedKey>, ...Column<ListedKey>[]] => [
  {
    header: "Program",
    cell: ({ id, name, prefix }) => (
      <>
        <Link to={`${KEYS_PATH}/${id}`} className="block font-semibold wrap-anywhere">
          {name}
        </Link>
        <span className="text-sm text-muted wrap-anywhere">{prefix}…</span>
      </>
    ),
  },
  { header: "State", cell: ({ state }) => <KeyStateBadge state={state} /> },
  {
    header: "Scopes",
    cell: ({ scopes }) => <span className="text-[0.9375rem]">{scopes.join(", ")}</span>,
    from: "lg",
    narrow: ({ scopes }) => scopes.join(", "),
  },
  { header: "Last call", cell: ({ lastUsedAt }) => <When at={lastUsedAt} clock={clock} /> },
  {
    header: "Expires",
    cell: ({ expiresAt }) => <When at={expiresAt} clock={clock} />,
    from: "md",
    narrow: ({ expiresAt }) => (
      <>
        Expires <When at={expiresAt} clock={clock} />
      </>
    ),
  },
];
