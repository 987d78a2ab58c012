import { isRouteErrorResponse } from "react-router";
import { NoticePage } from "./notice-page.tsx";

type UnexpectedErrorProps = {
  error: unknown;
  /** The search, in place of a link to the home page. */
  children?: React.ReactNode;
  below?: React.ReactNode;
};

/** The fallback screen: a status text if there is one, never a stack; below it, ways to go on. */
export function UnexpectedError({ error, children, below }: UnexpectedErrorProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <>
      <title>Unexpected Application Error</title>
      <meta name="robots" content="noindex" />
      <NoticePage
        title="Unexpected Application Error"
        text={describeError(error)}
        lead={chooseLead(status, children !== undefined)}
        image={status === 404 ? "not-found" : "server-error"}
        below={below}
      >
        {children ?? (
          <a href="/" className="btn btn-action">
            Go Home
          </a>
        )}
      </NoticePage>
    </>
  );
}

function chooseLead(status: number, hasSearch: boolean) {
  if (status >= 500) return BROKEN;
  if (status !== 404) return REFUSED;
  return hasSearch ? NOT_FOUND : LOST;
}

const LOST = { title: "We can't find this page", text: "The address may be old or mistyped." };
/** Beside the search. */
const NOT_FOUND = {
  ...LOST,
  text: `${LOST.text} Say what is wrong, and we look for the right page.`,
};
const REFUSED = {
  title: "That did not work",
  text: "We could not accept what your browser sent. Start again from here.",
};
const BROKEN = {
  title: "Something broke on our side",
  text: "Load the page again in a minute. If your problem can't wait, call.",
};

function describeError(error: unknown): string {
  if (!isRouteErrorResponse(error)) return "The page could not be shown. Please try again.";
  // A request that could not be read has its own message.
  return error.status === 400 && typeof error.data === "string"
    ? error.data
    : `${error.status} ${error.statusText}`;
}
