export const MESSAGE_LENGTH = 4_000;
/** Messages a day about one request. Each of a provider is a mail to the customer. */
export const MESSAGES_A_DAY = { customer: 50, provider: 20, unknown: 20 } as const;
/** The latest messages of a thread that a page shows. */
export const SHOWN_MESSAGES = 200;
/** How often a provider's message is sent by one caller. */
export const PROVIDER_MESSAGES_PER_MINUTE = 20;

/** Kind of timeline events and audit rows of messages. */
export const MESSAGE_EVENT = "message";

/** Kinds of mails to customers. */
export const MESSAGE_MAIL = "message";
export const NO_ATTACHMENTS_MAIL = "no-attachments";
/** Kind of the mail that brings a message to a provider. */
export const PROVIDER_MESSAGE_MAIL = "message-to-provider";
/** How often messages that a provider has not been told of are looked for. */
export const PROVIDER_MAILS_EVERY_MS = 5_000;

export const MAX_CANNED_REPLIES = 30;
export const CANNED_TITLE_LENGTH = 80;
