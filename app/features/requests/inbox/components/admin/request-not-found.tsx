import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/components/admin/button.tsx";
import { Dialog } from "#app/components/admin/dialog.tsx";
import { LIST_PATH } from "../../schema.ts";

/** Dialog for an id that no request has. */
export function RequestNotFound() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = { pathname: LIST_PATH, search };
  return (
    <Dialog title="Request not found" onClose={() => navigate(list)}>
      <p className="mt-2">
        There is no service request at this address. It may have been erased, or the link may be
        incomplete.
      </p>
      <p className="mt-5 text-right">
        <ButtonLink to={list} tone="primary">
          Back to the list
        </ButtonLink>
      </p>
    </Dialog>
  );
}
