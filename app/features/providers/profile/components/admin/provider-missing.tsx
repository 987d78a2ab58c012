import { useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { LIST_PATH } from "../../../constants.ts";
import { withoutTab } from "../../../list/list-query.ts";

/** Shown for an id that no provider has. */
export function ProviderMissing() {
  const ref = useRef<HTMLDialogElement>(null);
  const { search } = useLocation();
  const navigate = useNavigate();
  const list = { pathname: LIST_PATH, search: withoutTab(search) };
  useEffect(() => ref.current?.showModal(), []);
  return (
    <dialog
      ref={ref}
      aria-labelledby="missing-title"
      onClose={() => navigate(list)}
      className="m-auto w-[min(28rem,92vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift"
    >
      <h2 id="missing-title" className="h3">
        Provider not found
      </h2>
      <p className="mt-2">There is no provider at this address. The link may not be complete.</p>
      <p className="mt-5 text-right">
        <Link to={list} className="btn-small btn-main">
          Back to the list
        </Link>
      </p>
    </dialog>
  );
}
