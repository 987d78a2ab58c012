import { TabLinks } from "#app/components/admin/tab-links.tsx";

const PAGES = [
  { name: "General", path: "/backyard/settings" },
  { name: "Phone numbers", path: "/backyard/settings/numbers" },
  { name: "Staff", path: "/backyard/settings/staff" },
  { name: "Consent", path: "/backyard/settings/consent" },
  { name: "Claims", path: "/backyard/settings/claims" },
  { name: "Integrations", path: "/backyard/settings/integrations" },
  { name: "API keys", path: "/backyard/settings/api-keys" },
  { name: "Webhooks", path: "/backyard/settings/webhooks" },
  { name: "Retention", path: "/backyard/settings/retention" },
  { name: "Audit", path: "/backyard/settings/audit" },
] as const;

/**
 * The pages of Settings as links in a row, which scrolls on small screens, and one of them below.
 */
export function SettingsFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div className="grid min-w-0 gap-6">
      <TabLinks label="Settings" pages={PAGES} />
      <div className="max-w-3xl">
        <h2 className="h3">{title}</h2>
        {intro ? <p className="mt-1 text-muted">{intro}</p> : null}
      </div>
      {children}
    </div>
  );
}
