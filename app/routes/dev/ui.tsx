import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { Badge } from "#app/components/admin/badge.tsx";
import { Button, ButtonAnchor, ButtonLink } from "#app/components/admin/button.tsx";
import { type Column, DataTable } from "#app/components/admin/data-table.tsx";
import { Dialog, DialogButtons } from "#app/components/admin/dialog.tsx";
import { EmptyState } from "#app/components/admin/empty-state.tsx";
import { ListPanel } from "#app/components/admin/list-panel.tsx";
import { ListToolbar } from "#app/components/admin/list-toolbar.tsx";
import { PageDialog } from "#app/components/admin/page-dialog.tsx";
import { PageLinks } from "#app/components/admin/page-links.tsx";
import { StatCards } from "#app/components/admin/stat-cards.tsx";
import { TabLinks } from "#app/components/admin/tab-links.tsx";
import { Toasts } from "#app/components/admin/toasts.tsx";
import { AlertDialog } from "#app/components/ui/alert-dialog.tsx";
import "../../staff.css";

export const handle = { interactive: true, sheet: "linked" };
export const meta = () => [{ title: "The portal's kit" }];

const PATH = "/dev/ui";
type Tool = { id: string; name: string; price: number; place: string };
const TOOLS: Tool[] = [
  { id: "1", name: "Pipe wrench", price: 34, place: "Left drawer" },
  {
    id: "2",
    name: "A drain auger with a name that needs more than one line",
    price: 120,
    place: "Van",
  },
];
const COLUMNS: [Column<Tool>, ...Column<Tool>[]] = [
  {
    header: "Tool",
    sortValue: ({ name }) => name,
    cell: ({ name }) => <span className="font-semibold">{name}</span>,
  },
  { header: "Place", from: "md", cell: ({ place }) => place, narrow: ({ place }) => place },
  {
    header: "Price",
    from: "lg",
    align: "end",
    sortValue: ({ price }) => price,
    cell: ({ price }) => `$${price}`,
    narrow: ({ price }) => <span className="text-muted">${price}</span>,
  },
];

/** A preview of the portal's kit, for development: the route does not exist in production. */
export default function KitPage() {
  const [open, setOpen] = useState<"dialog" | "page" | "alert">();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const close = () => setOpen(undefined);
  return (
    <main className="portal-room mx-auto grid max-w-5xl gap-8 p-4">
      <h1 className="h2">The portal's kit</h1>
      <Part name="Button">
        <Button>Plain</Button>
        <Button tone="primary">Primary</Button>
        <Button tone="danger">Danger</Button>
        <Button disabled>Disabled</Button>
        <Button tone="current">Current</Button>
        <ButtonLink to={PATH}>Link</ButtonLink>
        <ButtonAnchor href={PATH}>Plain link</ButtonAnchor>
      </Part>
      <Part name="Badge">
        <Badge>Neutral</Badge>
        <Badge tone="muted">Muted</Badge>
        <Badge tone="notice">Notice</Badge>
        <Badge tone="ok">OK</Badge>
        <Badge tone="danger">Danger</Badge>
        <Badge tone="info">Info</Badge>
        <Badge tone="strong">Strong</Badge>
        <Badge tone="warning" icon={TriangleAlert}>
          Warning
        </Badge>
        <Badge tone="alarm">Alarm</Badge>
        <Badge tone="notice" isLong>
          A sentence that may take several lines where there is little room
        </Badge>
      </Part>
      <Part name="Dialog, AlertDialog and Toast">
        <Button onClick={() => setOpen("dialog")}>Open a dialog</Button>
        <Button onClick={() => setOpen("page")}>Open a page in a dialog</Button>
        <Button onClick={() => setOpen("alert")}>Open an alert</Button>
        <Button onClick={() => toast.success("Saved.")}>Show a toast</Button>
      </Part>
      <Part name="Tabs">
        <TabLinks
          label="Tabs"
          pages={[
            { name: "This page", path: PATH },
            { name: "Another page", path: `${PATH}/other` },
          ]}
        />
      </Part>
      <StatCards
        stats={[
          { label: "Requests", value: "1,204" },
          { label: "Today", value: "12", note: "3 of them held" },
        ]}
      />
      <ListToolbar
        path={PATH}
        filters={{ q: "", status: "all" }}
        label="Search by name"
        statuses={{ new: "New" }}
        views={{ current: "all", labels: { all: "All tools", lent: "Lent" } }}
      />
      <ListPanel path={PATH}>
        <DataTable
          caption="Tools"
          order="in the order of purchase"
          columns={COLUMNS}
          rows={TOOLS}
          rowKey={({ id }) => id}
          selection={{ selected, onSelect: setSelected, getRowName: ({ name }) => name }}
        />
      </ListPanel>
      <PageLinks path={PATH} previous={null} next="2" />
      <div className="panel-card">
        <EmptyState
          title="No tools found"
          action={<ButtonLink to={PATH}>Clear filters</ButtonLink>}
        >
          Try other words.
        </EmptyState>
      </div>
      <Toasts />
      {open === "dialog" ? (
        <Dialog title="Delete the pipe wrench?" onClose={close}>
          <p className="mt-2">It can be restored for 30 days.</p>
          <DialogButtons label="Delete" isDestructive onConfirm={close} onCancel={close} />
        </Dialog>
      ) : null}
      {open === "page" ? (
        <PageDialog
          title="Pipe wrench"
          subtitle={<p className="text-sm text-muted">Left drawer</p>}
          footer={<Button onClick={close}>Close tool</Button>}
          onClose={close}
        >
          <p>Bought in March.</p>
        </PageDialog>
      ) : null}
      {open === "alert" ? (
        <AlertDialog message="The status was not saved." onClose={close} />
      ) : null}
    </main>
  );
}

function Part({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 text-sm font-semibold text-muted">{name}</h2>
      <div className="flex flex-wrap items-center gap-3">{children}</div>
    </section>
  );
}
