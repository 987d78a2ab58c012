import { useSite } from "#app/features/settings/use-site.ts";
import { GENERAL_LABEL } from "../constants.ts";
import type { ResourcePage } from "../queries.server.ts";
import { GuideFrame } from "./guide-frame.tsx";

/** A tool between the head and the foot that all guides have. */
export function ToolFrame({ page, intro, children }: { page: ResourcePage; intro: string; children: React.ReactNode }) {
  const { phone } = useSite();
  return (
    <GuideFrame
      page={page}
      intro={intro}
      closing={{ title: "Ready for a real quote?", text: `Send a short request, or call ${phone}. A local professional looks at your job and names the price.` }}
      quoteLabel={GENERAL_LABEL}
    >
      <section className="section bg-paper" aria-label={page.name}>
        <div className="wrap max-w-4xl">{children}</div>
      </section>
    </GuideFrame>
  );
}
