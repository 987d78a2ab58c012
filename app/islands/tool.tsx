import { type ComponentType, startTransition, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import {
  TOOL_ID_PREFIX,
  TOOL_VIEWS,
  type ToolSlug,
} from "#app/features/resources/components/tool-views.ts";

/** Hydrates the tool alone, so that it calculates in the browser. */
export function hydrateTool(host: HTMLElement): void {
  const slug = host.dataset.tool as ToolSlug;
  const View = TOOL_VIEWS[slug] as ComponentType<object>;
  const props = JSON.parse(document.querySelector(`#${slug}-props`)?.textContent ?? "{}") as object;
  const Island = () => {
    useEffect(() => {
      host.dataset.ready = "";
    }, []);
    return <View {...props} />;
  };
  // In slices: at once it keeps a slow phone from scrolling for 0.2 s.
  startTransition(() => {
    hydrateRoot(host, <Island />, { identifierPrefix: TOOL_ID_PREFIX });
  });
}
