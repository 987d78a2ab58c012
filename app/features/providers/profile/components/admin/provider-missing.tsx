import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { LIST_PATH } from "../../../constants.ts";
import { withoutTab } from "../../../list/list-query.ts";

/** Shown for an id that no provider has. */
export function ProviderMissing() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = { pathname: LIST_PATH, search: withoutTab(search) };
  return (
    <Dialog title="Provider not found" onClose={() => navigate(list)}>
      <p className="mt-2">There is no provider at this address. The link may not be complete.</p>
      <p className="mt-5 text-right">
        <ButtonLink to={list} tone="primary">
          Back to the list
        </ButtonLink>
      </p>
    </Dialog>
  );
}
