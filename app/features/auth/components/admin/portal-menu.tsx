import {
  ClipboardList,
  FileText,
  LayoutDashboard,
  ListChecks,
  Scale,
  Settings,
  Users,
} from "lucide-react";
import { NavLink } from "react-router";

const DISPUTES = { name: "Disputes", path: "/backyard/disputes", Icon: Scale } as const;
const MENU = [
  { name: "Dashboard", path: "/backyard/dashboard", Icon: LayoutDashboard },
  { name: "Service Requests", path: "/backyard/service-requests", Icon: ClipboardList },
  { name: "Providers", path: "/backyard/providers", Icon: Users },
  DISPUTES,
  { name: "Quizzes", path: "/backyard/quizzes", Icon: ListChecks },
  { name: "Advertorials", path: "/backyard/advertorials", Icon: FileText },
] as const;
const SETTINGS = { name: "Settings", path: "/backyard/settings", Icon: Settings } as const;

type PortalMenuProps = {
  isSuperadmin: boolean;
  /** How many disputes wait for a person; null for who may not open them. */
  openDisputes: number | null;
};

const listEntries = ({ isSuperadmin, openDisputes }: PortalMenuProps) => [
  ...MENU.filter((entry) => entry !== DISPUTES || openDisputes !== null),
  ...(isSuperadmin ? [SETTINGS] : []),
];

type MenuEntryProps = {
  entry: ReturnType<typeof listEntries>[number];
  /** How many wait there for an answer; none is not shown. */
  waiting: number;
};

function MenuEntry({ entry: { name, path, Icon }, waiting }: MenuEntryProps) {
  return (
    <li>
      <NavLink
        to={path}
        title={name}
        className={({ isActive }) =>
          `flex items-center gap-3 rounded-lg px-3 py-2 font-semibold ${isActive ? "bg-cream text-deep" : "hover:bg-petrol"}`
        }
      >
        <span className="relative">
          <Icon className="size-5" aria-hidden="true" />
          {waiting > 0 ? (
            <span
              aria-hidden="true"
              className="absolute -top-2 left-2.5 rounded-full bg-sun px-1 text-xs font-bold text-ink"
            >
              {waiting}
            </span>
          ) : null}
        </span>
        <span className="menu-label">
          {name}
          {waiting > 0 ? <span className="sr-only">, {waiting} to answer</span> : null}
        </span>
      </NavLink>
    </li>
  );
}

/** The sections of the portal, with how many disputes wait. */
export const PortalMenu = (props: PortalMenuProps) => (
  <nav aria-label="Portal" className="mt-5">
    <ul className="grid gap-1">
      {listEntries(props).map((entry) => (
        <MenuEntry
          key={entry.path}
          entry={entry}
          waiting={entry === DISPUTES ? (props.openDisputes ?? 0) : 0}
        />
      ))}
    </ul>
  </nav>
);
