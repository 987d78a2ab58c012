import { CircleUser, LogOut, Menu, SquareArrowOutUpRight, UserSearch, X } from "lucide-react";
import { useEffect, useState } from "react";
import { NavLink, useLocation } from "react-router";
import { toast } from "sonner";
import { Toasts } from "#app/components/admin/toasts.tsx";
import { fetchInBackground } from "#app/lib/background-fetch.ts";
import type { StaffRole } from "../../constants.ts";
import { FactorReminder } from "./factor-reminder.tsx";
import { IdleWarning } from "./idle-warning.tsx";
import { PageContent } from "./page-content.tsx";
import { PortalMenu } from "./portal-menu.tsx";
import { usePreloadedPages } from "./use-preloaded-pages.ts";
import { announceSignOut, useSessionWatch } from "./use-session-watch.ts";

type PortalFrameProps = {
  staff: { userId: string; name: string; email: string; role: StaffRole };
  brand: string;
  isSuperadmin: boolean;
  remindOfFactor: boolean;
  section: string;
  /** How many disputes wait for a person; null for who may not open them. */
  openDisputes: number | null;
  /** Above each page: what is urgent. */
  banner?: React.ReactNode;
  children: React.ReactNode;
};

/**
 * Signs out only if the server responds: the form leaves the portal, and without a connection the
 * page must stay.
 */
async function signOut(event: React.FormEvent<HTMLFormElement>) {
  event.preventDefault();
  const form = event.currentTarget;
  const response = await fetchInBackground("/backyard/session").catch(() => null);
  if (!response) return void toast.error("Could not sign out: there is no connection. Try again.");
  announceSignOut();
  form.submit();
}

/** Sidebar and header around every page of the portal. */
export function PortalFrame({
  staff,
  brand,
  isSuperadmin,
  remindOfFactor,
  section,
  openDisputes,
  banner,
  children,
}: PortalFrameProps) {
  const [isOpen, setOpen] = useState(false);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(() => setOpen(false), [pathname]);
  const cover = useSessionWatch(staff);
  usePreloadedPages();
  return (
    <div className="portal-room">
      <div
        className={`portal-frame min-h-dvh bg-cream room-lg:grid room-lg:grid-cols-[15rem_1fr] ${cover === "none" ? "" : "invisible"}`}
      >
        {cover === "none" ? null : (
          <p role="status" className="visible fixed top-6 left-6 font-semibold">
            {cover === "signed-out" ? "You are signed out." : "Checking who is signed in"}
          </p>
        )}
        <a href="#main" className="btn btn-action absolute -top-24 left-4 z-50 focus:top-3">
          Skip to content
        </a>
        <aside
          id="portal-menu"
          className={`fixed inset-y-0 left-0 z-40 flex w-[min(16rem,100vw-2.5rem)] flex-col overflow-y-auto bg-deep p-4 text-cream room-max-xs:px-1 room-lg:sticky room-lg:top-0 room-lg:h-dvh room-lg:w-auto ${isOpen ? "" : "room-max-lg:hidden"}`}
        >
          <p className="menu-label px-3 font-display text-lg font-extrabold">{brand}</p>
          <PortalMenu isSuperadmin={isSuperadmin} openDisputes={openDisputes} />
          <div className="mt-auto grid gap-1 pt-6">
            <NavLink
              to="/backyard/people"
              className="flex items-center gap-3 rounded-lg px-3 py-2 hover:bg-petrol"
            >
              <UserSearch className="size-5" aria-hidden="true" />
              <span className="menu-label">Privacy Tools</span>
            </NavLink>
            <a
              href="/"
              target="_blank"
              rel="noreferrer"
              className="flex items-center gap-3 rounded-lg px-3 py-2 hover:bg-petrol"
            >
              <SquareArrowOutUpRight className="size-5" aria-hidden="true" />
              <span className="menu-label">View Public Site</span>
            </a>
            <form
              method="post"
              action="/backyard/sign-out"
              onSubmit={(event) => void signOut(event)}
            >
              <button
                type="submit"
                className="flex w-full items-center gap-3 rounded-lg px-3 py-2 hover:bg-petrol"
              >
                <LogOut className="size-5" aria-hidden="true" />
                <span className="menu-label">Sign Out</span>
              </button>
            </form>
            <NavLink
              to="/backyard/account"
              title={`${staff.name}, ${staff.role}`}
              className="mt-2 flex items-center gap-3 rounded-lg border-t border-cream/20 px-3 pt-3 pb-1 hover:underline"
            >
              <CircleUser className="size-5" aria-hidden="true" />
              <span className="menu-label min-w-0">
                <span className="block font-semibold wrap-anywhere">{staff.name}</span>
                <span className="block text-sm text-cream/90">{staff.role}</span>
              </span>
            </NavLink>
          </div>
        </aside>
        {isOpen ? (
          <button
            type="button"
            aria-label="Close menu"
            onClick={() => setOpen(false)}
            className="fixed inset-0 z-30 bg-ink/60 room-lg:hidden"
          />
        ) : null}
        <div className="min-w-0">
          <header className="sticky top-0 z-20 flex min-h-14 items-center gap-3 border-b border-line bg-paper px-4 room-lg:px-8">
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="portal-menu"
              aria-label="Menu"
              onClick={() => setOpen(!isOpen)}
              className="-ml-2 grid size-11 place-items-center rounded-lg hover:bg-sand room-lg:hidden"
            >
              {isOpen ? (
                <X className="size-6" aria-hidden="true" />
              ) : (
                <Menu className="size-6" aria-hidden="true" />
              )}
            </button>
            <h1 className="h3 min-w-0 text-[min(1.25rem,6vw)]!">{section}</h1>
          </header>
          <IdleWarning />
          <Toasts />
          <main id="main" className="p-4 room-lg:p-8">
            {banner}
            {remindOfFactor ? <FactorReminder /> : null}
            <PageContent>{children}</PageContent>
          </main>
        </div>
      </div>
    </div>
  );
}
