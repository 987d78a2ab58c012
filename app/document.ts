import { createContext } from "react";

/**
 * Values that only the server knows. In the browser they are read from the document that the server
 * sent, so that hydration changes nothing.
 */
export type DocumentValues = {
  islandsUrl: string;
  inlineCss: string;
  fontUrls: readonly string[];
  /** Whether pages register the service worker, or remove it. */
  offlinePages: "on" | "off";
};

const inBrowser = typeof document !== "undefined";

export const DocumentContext = createContext<DocumentValues>({
  islandsUrl: inBrowser
    ? (document.querySelector("script[data-enhance]")?.getAttribute("src") ?? "")
    : "",
  inlineCss: inBrowser ? (document.querySelector("style[data-app]")?.textContent ?? "") : "",
  fontUrls: inBrowser
    ? [...document.querySelectorAll("link[rel=preload][as=font]")].map(
        (link) => link.getAttribute("href") ?? "",
      )
    : [],
  offlinePages: inBrowser && document.querySelector("script[data-offline=off]") ? "off" : "on",
});

/** Settings that a route exports as `handle`. */
export type RouteHandle = {
  /** The page is hydrated by React in the browser. */
  interactive?: boolean;
  /**
   * `linked`: the page links its style sheet. `whole`: the page contains the whole public sheet,
   * because scripts insert parts of other pages. Default: only the rules that the page needs.
   */
  sheet?: "linked" | "whole";
  /** The allowed methods, where the route's exports do not determine them (server/methods.ts). */
  methods?: readonly string[];
};
