/** Labels of automatic actors, by the identifier in the log. */
const ACTOR_LABELS: Record<string, string> = {
  auto: "Automatic offers",
  "built-in": "Built-in generator",
  clock: "Offer expiry",
  "command-line": "Command line",
  customer: "Customer",
  demo: "Demo data",
  evidence: "Evidence check",
  facts: "Bad-lead refunds",
  retention: "Data retention",
  "stop-link": "Opt-out link",
  stripe: "Stripe",
};

/** The label of an automatic actor; anything else, such as a person's id, is returned unchanged. */
export const formatActor = (actor: string): string =>
  (Object.hasOwn(ACTOR_LABELS, actor) ? ACTOR_LABELS[actor] : undefined) ?? actor;
