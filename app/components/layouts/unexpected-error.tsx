import { isRouteErrorResponse } from "react-router";
import { NoticePage } from "./notice-page.tsx";

/** The fallback screen: a status text if there is one, never a stack; below it, ways to go on. */
export function UnexpectedError({
  error,
  children,
}: {
  error: unknown;
  children?: React.ReactNode;
}) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404;
  return (
    <>
      <title>Unexpected Application Error</title>
      <meta name="robots" content="noindex" />
      <NoticePage
        title="Unexpected Application Error"
        text={describeError(error)}
        image={isNotFound ? "not-found" : "server-error"}
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

function describeError(error: unknown): string {
  if (!isRouteErrorResponse(error)) return "The page could not be shown. Please try again.";
  // A request that could not be read has its own message.
  return error.status === 400 && typeof error.data === "string"
    ? error.data
    : `${error.status} ${error.statusText}`;
}
