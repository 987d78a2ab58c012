/** The first sentence after a request was sent. */
export const formatThanks = (persona: string): string =>
  `Your request is with ${persona}. Nothing more to fill in.`;
