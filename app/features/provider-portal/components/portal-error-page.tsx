import { isRouteErrorResponse } from "react-router";
import { PortalFrame } from "./portal-frame.tsx";

type PortalErrorPageProps = {
  error: unknown;
  /** What the frame shows; absent where that could not be loaded either. */
  frame: Omit<React.ComponentProps<typeof PortalFrame>, "children"> | undefined;
};

const TEXTS: Record<number, readonly [string, string]> = {
  403: [
    "Only owners can open this page",
    "Ask an owner of your company to do this, or to make you one.",
  ],
  404: ["This page does not exist", "It may belong to another company, or be older than we keep."],
  429: ["Too many tries", "Wait a minute, then try again."],
  503: ["We cannot show this right now", "Nothing is lost. Please try again in a minute."],
};
const UNKNOWN = [
  "We cannot show this page",
  "Nothing is lost. Please try again, or call us.",
] as const;

/** What the portal shows instead of a page, inside its frame where there is one. */
export function PortalErrorPage({ error, frame }: PortalErrorPageProps) {
  const [title, text] = (isRouteErrorResponse(error) && TEXTS[error.status]) || UNKNOWN;
  const page = (
    <main id="main" className="wrap section max-w-2xl">
      <title>{title}</title>
      <h1 className="h2">{title}</h1>
      <p className="mt-3 text-lg">{text}</p>
      <a href={frame ? `${frame.base}/today` : "/pro"} className="btn btn-line mt-6">
        Go to Today
      </a>
    </main>
  );
  return frame ? <PortalFrame {...frame}>{page}</PortalFrame> : page;
}
