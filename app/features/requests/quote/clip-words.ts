/** Captions of the thank-you clip, which its page needs before they load; a test compares them. */

/** The last one: the words beside the still. */
export const AT_REST = "Keep our number, so that you know our call.";
/** The longest one: its room is kept, so that nothing below moves while the captions change. */
export const LONGEST = "We look for one local pro who can take the job.";
