import { useLocation, useNavigation } from "react-router";
import { LoadFailedMessage, useLoadFailed } from "#app/components/admin/load-failed.tsx";
import { ARTICLE_EDITOR_PATH, ARTICLE_LOAD_FAILED } from "../../constants.ts";

/** The message for a page that could not be loaded; some pages have their own. */
export const loadFailedText = (pathname: string) =>
  pathname.startsWith(ARTICLE_EDITOR_PATH) ? ARTICLE_LOAD_FAILED : undefined;

/**
 * The page inside the frame. While a load fails the page stays mounted, with everything typed on
 * it: visible where the failed load is its own, hidden while navigating to another page, unless a
 * dialog is open, which shows the message itself.
 */
export function PageContent({ children }: { children: React.ReactNode }) {
  const hasFailed = useLoadFailed();
  const { pathname } = useLocation();
  const target = useNavigation().location?.pathname ?? pathname;
  const isLeaving = hasFailed && target !== pathname;
  return (
    <>
      {hasFailed ? (
        <div className="sticky top-16 z-10 mb-5">
          <LoadFailedMessage text={loadFailedText(target)} />
        </div>
      ) : null}
      <div className={isLeaving ? "[&:not(:has(dialog:modal))]:hidden" : undefined}>{children}</div>
    </>
  );
}
