import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, type Location, useLocation, useNavigate } from "react-router";
import { LoadFailedInDialog } from "#app/components/admin/load-failed.tsx";
import { Toasts } from "#app/components/admin/toasts.tsx";
import { LIST_PATH, STATUS_LABELS, TAB_LABELS, TABS } from "../../../constants.ts";
import { withoutTab, withTab } from "../../../list/list-query.ts";
import { VerificationTab } from "../../../verification/components/admin/verification-tab.tsx";
import type { ProviderDetailData } from "../../loaders.server.ts";
import { BillingTab } from "./billing-tab.tsx";
import { GuardedForms } from "./guarded-forms.tsx";
import { PerformanceTab } from "./performance-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";

const getTab = ({ search }: { search: string }) =>
  new URLSearchParams(search).get("tab") ?? TABS[0];
const leavesTab = (from: Location, to: Location) =>
  from.pathname !== to.pathname || getTab(from) !== getTab(to);

/** One provider, over the list; closing leads back to the list as it was. */
export function ProviderDialog({ data }: { data: ProviderDetailData }) {
  const { provider, tab } = data;
  const ref = useRef<HTMLDialogElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  const close = () =>
    navigate({ pathname: LIST_PATH, search: withoutTab(search) }, { preventScrollReset: true });
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.showModal(), []);
  const closeNow = useRef(close);
  closeNow.current = close;
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      const over = target instanceof Element ? target.closest("dialog") : null;
      if (key === "Escape" && (!over || over === ref.current)) void closeNow.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  // On a phone the tabs scroll sideways: keeps the open one in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab is what changes
  useEffect(() => {
    tabs.current
      ?.querySelector("[aria-current]")
      ?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);

  return (
    <GuardedForms leaves={leavesTab}>
      <dialog
        ref={ref}
        aria-labelledby="provider-title"
        // Escape first asks about unsaved changes; without this it would close that question
        // together with this dialog.
        closedby="none"
        onCancel={(event) => event.preventDefault()}
        // Browsers without support for the attribute still close it at the second Escape.
        onClose={(event) => {
          event.currentTarget.showModal();
          close();
        }}
        className="mx-auto my-[2dvh] h-[96dvh] max-h-none w-[min(60rem,96vw)] overflow-y-auto rounded-2xl bg-cream p-0 text-ink shadow-lift"
      >
        <Toasts />
        <LoadFailedInDialog />
        <div className="sticky top-0 z-10 border-b border-line bg-paper px-4 pt-3 room-sm:px-6 room-max-xs:static">
          <div className="flex items-start gap-3">
            <div className="min-w-0 flex-1">
              <h2
                id="provider-title"
                title={provider.companyName}
                className="h3 line-clamp-2 wrap-anywhere room-max-xs:line-clamp-none"
              >
                {provider.companyName}
              </h2>
              <p className="text-sm text-muted">
                {STATUS_LABELS[provider.status]}
                {provider.verifiedUntil
                  ? `, ${provider.hasLapsed ? "ended" : "until"} ${provider.verifiedUntil}`
                  : ""}
                , since {provider.since}
                {provider.isDemo ? ", demo data" : ""}
              </p>
            </div>
            <button type="button" aria-label="Close" onClick={close} className="btn-small">
              <X className="size-5" aria-hidden="true" />
            </button>
          </div>
          <nav
            ref={tabs}
            aria-label="Provider"
            className="-mx-4 mt-1 overflow-x-auto px-4 room-sm:-mx-6 room-sm:px-6"
          >
            <ul className="flex gap-1">
              {TABS.map((name) => (
                <li key={name}>
                  <Link
                    to={{ search: withTab(search, name) }}
                    replace
                    preventScrollReset
                    aria-current={name === tab ? "page" : undefined}
                    className={`flex min-h-11 items-center border-b-3 px-3 font-semibold whitespace-nowrap -outline-offset-3! ${name === tab ? "border-action text-ink" : "border-transparent text-muted hover:text-ink"}`}
                  >
                    {TAB_LABELS[name]}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="p-4 room-sm:p-6">
          {data.profile ? <ProfileTab {...data.profile} /> : null}
          {data.settings ? <SettingsTab {...data.settings} /> : null}
          {data.billing ? <BillingTab billing={data.billing} providerId={provider.id} /> : null}
          {data.performance ? <PerformanceTab performance={data.performance} /> : null}
          {data.verification ? (
            <VerificationTab provider={provider} {...data.verification} />
          ) : null}
        </div>
      </dialog>
    </GuardedForms>
  );
}
