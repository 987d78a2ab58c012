/** Automatic actors, by the word that the log has for each. */
const ACTORS: Record<string, string> = {
  auto: "Automatic offers",
  "built-in": "Built-in generator",
  clock: "Clock",
  "command-line": "Command line",
  demo: "Demo data",
  evidence: "Evidence check",
  facts: "Facts of the request",
  retention: "Retention",
  "stop-link": "Stop link",
  stripe: "Stripe",
};

/**
 * Who acted, in words where it is no person; an id of somebody without an account stays as it is.
 */
export const nameActor = (actor: string): string =>
  (Object.hasOwn(ACTORS, actor) ? ACTORS[actor] : undefined) ?? actor;
