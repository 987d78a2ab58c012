import { createContext } from "react";

/**
 * Values of the document that only the server has. In the browser the defaults keep what the server
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
 * A route's settings of its page: React in the browser, its own style sheet, or the whole public
 * one where scripts insert parts of other pages. `methods`: the allowed methods, where its exports
 * do not determine them (server/methods.ts).
 */
export type RouteHandle = {
  interactive?: boolean;
  sheet?: "linked" | "whole";
  methods?: readonly string[];
};
