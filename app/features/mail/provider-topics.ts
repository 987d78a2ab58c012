/** What a provider's people choose their emails by, in the words of the pages that name it. */
export const PROVIDER_MAIL_TOPICS = [
  ["mailsOffers", "New offers"],
  ["mailsJobs", "A customer's yes, visits, and customers who stop or cancel"],
  ["mailsMessages", "Messages from customers"],
  ["mailsCredits", "Credits: purchases, returns, and a low balance"],
] as const;
