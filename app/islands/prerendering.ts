import { runWhenIdle } from "./idle.ts";

/**
 * Lets the browser open a page before the click on its link. A header could do that too, but the
 * browser would compare all links with the rules before the first paint.
 */
export function setUpPrerendering(): void {
  if (!import.meta.env.PROD || !HTMLScriptElement.supports?.("speculationrules")) return;
  runWhenIdle(() => void insertRules().catch(() => {}));
}

async function insertRules(): Promise<void> {
  if (!navigator.onLine) return;
  const response = await fetch("/speculation.rules");
  if (!response.ok) return;
  const script = document.createElement("script");
  script.type = "speculationrules";
  script.text = await response.text();
  document.head.append(script);
}
