import { type ReactNode, useEffect, useRef } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import { PageDialog } from "#app/components/admin/page-dialog.tsx";
import { TabLinks } from "#app/components/admin/tab-links.tsx";
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

type ProviderDialogProps = {
  data: ProviderDetailData;
  /** What other features add below the open tab. */
  children?: ReactNode;
};

/** One provider, over the list; closing leads back to the list as it was. */
export function ProviderDialog({ data, children }: ProviderDialogProps) {
  const { provider, tab } = data;
  const ref = useRef<HTMLDialogElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  const close = () =>
    navigate({ pathname: LIST_PATH, search: withoutTab(search) }, { preventScrollReset: true });
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

  return (
    <GuardedForms leaves={leavesTab}>
      <PageDialog
        ref={ref}
        title={provider.companyName}
        subtitle={
          <p className="text-sm text-muted">
            {STATUS_LABELS[provider.status]}
            {provider.verifiedUntil
              ? `, ${provider.hasLapsed ? "ended" : "until"} ${provider.verifiedUntil}`
              : ""}
            , since {provider.since}
            {provider.isDemo ? ", demo data" : ""}
          </p>
        }
        tabs={
          <TabLinks
            label="Provider"
            pages={TABS.map((name) => ({
              name: TAB_LABELS[name],
              path: withTab(search, name),
              isCurrent: name === tab,
            }))}
            isInPlace
            className="-mx-4 mt-1 px-4 room-sm:-mx-6 room-sm:px-6"
          />
        }
        // Escape first asks about unsaved changes; without this it would close that question
        // together with this dialog.
        closedby="none"
        onCancel={(event) => event.preventDefault()}
        // Browsers without support for the attribute still close it at the second Escape.
        onClose={() => {
          ref.current?.showModal();
          close();
        }}
        onCloseButton={close}
        className="my-[2dvh] h-[96dvh] max-h-none w-[min(60rem,96vw)]"
      >
        {data.profile ? <ProfileTab {...data.profile} /> : null}
        {data.settings ? <SettingsTab {...data.settings} /> : null}
        {data.billing ? <BillingTab billing={data.billing} providerId={provider.id} /> : null}
        {data.performance ? <PerformanceTab performance={data.performance} /> : null}
        {data.verification ? <VerificationTab provider={provider} {...data.verification} /> : null}
        {children}
      </PageDialog>
    </GuardedForms>
  );
}
