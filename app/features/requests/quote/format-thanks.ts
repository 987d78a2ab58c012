/** The first sentence after a request was sent. */
export const formatThanks = (persona: string): string => `${persona} has your request.`;
