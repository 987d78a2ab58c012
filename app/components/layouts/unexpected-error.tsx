import { isRouteErrorResponse } from "react-router";

/** The fallback screen: a status text if there is one, never a stack; below it, links. */
export function UnexpectedError({
  error,
  children,
}: {
  error: unknown;
  children?: React.ReactNode;
}) {
  const text = describeError(error);
  return (
    <main id="main" className="wrap section text-center">
      <title>Unexpected Application Error</title>
      <meta name="robots" content="noindex" />
      <img src="/art/henry-oops.svg" width="200" height="240" alt="" className="mx-auto" />
      <h1 className="h2 mt-6">Unexpected Application Error</h1>
      <p className="mt-3 text-muted">{text}</p>
      {children ?? (
        <a href="/" className="btn btn-action mt-6">
          Go Home
        </a>
      )}
    </main>
  );
}

function describeError(error: unknown): string {
  if (!isRouteErrorResponse(error)) return "The page could not be shown. Please try again.";
  // A request that could not be read has its own message.
  return error.status === 400 && typeof error.data === "string"
    ? error.data
    : `${error.status} ${error.statusText}`;
}
