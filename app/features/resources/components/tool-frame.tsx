import { GENERAL_LABEL } from "../constants.ts";
import type { ResourcePage } from "../queries.server.ts";
import type { RenderedTool } from "../render-tool.server.ts";
import { GuideFrame } from "./guide-frame.tsx";

/** A tool inside the frame of all guides. */
export function ToolFrame({
  page,
  intro,
  tool,
}: {
  page: ResourcePage;
  intro: string;
  tool: RenderedTool;
}) {
  return (
    <GuideFrame
      page={page}
      intro={intro}
      closing={{
        title: "Ready for a real quote?",
        text: "Send a short request, or call us. A local professional looks at the job and gives you a price.",
      }}
      quoteLabel={GENERAL_LABEL}
    >
      <section className="bg-paper py-6 md:py-12" aria-label={page.name}>
        <div
          data-tool={tool.slug}
          className="wrap"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React in render-tool.server.ts
          dangerouslySetInnerHTML={{ __html: tool.html }}
        />
        <script
          type="application/json"
          id={`${tool.slug}-props`}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with its "<" escaped; a block of data, not a script
          dangerouslySetInnerHTML={{ __html: tool.props }}
        />
      </section>
    </GuideFrame>
  );
}
