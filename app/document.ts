import { createContext } from "react";

/**
 * What only the server knows about the document. In the browser the defaults keep what the server
 * sent.
 */
export type DocumentValues = { enhanceUrl: string; inlineCss: string; fontUrls: readonly string[] };

const inBrowser = typeof document !== "undefined";

export const DocumentContext = createContext<DocumentValues>({
  enhanceUrl: inBrowser
    ? (document.querySelector("script[data-enhance]")?.getAttribute("src") ?? "")
    : "",
  inlineCss: inBrowser ? (document.querySelector("style[data-app]")?.textContent ?? "") : "",
  fontUrls: inBrowser
    ? [...document.querySelectorAll("link[rel=preload][as=font]")].map(
        (link) => link.getAttribute("href") ?? "",
      )
    : [],
});

/**
 * What a route says about its page: React in the browser, a style sheet of its own, or the whole
 * public one, where scripts put parts of other pages into it. `methods`: what the address answers,
 * where that is not what its exports say (server/methods.ts).
 */
export type RouteHandle = {
  interactive?: boolean;
  sheet?: "linked" | "whole";
  methods?: readonly string[];
};
