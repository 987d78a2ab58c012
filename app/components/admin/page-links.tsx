import { Link } from "react-router";

/** Links to the newer and the older page of a list, newest first; null where there is none. */
export function PageLinks({ newer, older }: { newer: string | null; older: string | null }) {
  if (!newer && !older) return null;
  return (
    <nav aria-label="Pages" className="flex justify-between gap-3">
      {newer ? (
        <Link to={newer} className="btn-small">
          Newer
        </Link>
      ) : (
        <span />
      )}
      {older ? (
        <Link to={older} className="btn-small">
          Older
        </Link>
      ) : null}
    </nav>
  );
}
