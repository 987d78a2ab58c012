import { createElement, type FunctionComponent } from "react";
import { renderToString } from "react-dom/server";
import {
  TOOL_ID_PREFIX,
  TOOL_VIEWS,
  type ToolProps,
  type ToolSlug,
} from "./components/tool-views.ts";

export type RenderedTool = { slug: ToolSlug; html: string; props: string };

/**
 * Renders a tool as its own React root, which the island hydrates; without script it is a plain
 * form.
 */
export function renderTool<S extends ToolSlug>(slug: S, props: ToolProps<S>): RenderedTool {
  const View = TOOL_VIEWS[slug] as FunctionComponent<ToolProps<S>>;
  // "<" is escaped: the text is inside a script element.
  return {
    slug,
    html: renderToString(createElement(View, props), { identifierPrefix: TOOL_ID_PREFIX }),
    props: JSON.stringify(props).replaceAll("<", "\\u003c"),
  };
}
