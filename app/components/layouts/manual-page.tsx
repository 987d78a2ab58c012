import type { ReactNode } from "react";
import { PageContents } from "./page-contents.tsx";

type ManualPageProps = {
  title: string;
  lead: ReactNode;
  parts: readonly { id: string; text: string }[];
  children: ReactNode;
};

/** A page of instructions, with links to its parts: beside them, or above on small screens. */
export const ManualPage = ({ title, lead, parts, children }: ManualPageProps) => (
  <main id="main">
    <header className="border-b border-line bg-sand">
      <div className="wrap py-7 md:py-9">
        <h1 className="h1">{title}</h1>
        <p className="mt-2 max-w-xl text-lg leading-7">{lead}</p>
      </div>
    </header>
    <div className="wrap section grid items-start gap-x-14 gap-y-8 md:grid-cols-[minmax(0,1fr)_14rem]">
      <PageContents parts={parts} />
      <div className="grid min-w-0 gap-10">{children}</div>
    </div>
  </main>
);

type ManualPartProps = { id: string; title: string; children: ReactNode };

export const ManualPart = ({ id, title, children }: ManualPartProps) => (
  <section id={id} aria-labelledby={`title-${id}`} className="grid gap-3">
    <h2 id={`title-${id}`} className="h2">
      {title}
    </h2>
    {children}
  </section>
);
