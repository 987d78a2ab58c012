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
 * A tool as a root of its own, which the island takes over as it stands; without script it is a
 * plain form.
 */
export function renderTool<S extends ToolSlug>(slug: S, props: ToolProps<S>): RenderedTool {
  const View = TOOL_VIEWS[slug] as FunctionComponent<ToolProps<S>>;
  // "<" is escaped: the text stands in a script element.
  return {
    slug,
    html: renderToString(createElement(View, props), { identifierPrefix: TOOL_ID_PREFIX }),
    props: JSON.stringify(props).replaceAll("<", "\\u003c"),
  };
}
