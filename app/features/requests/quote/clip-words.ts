/** Words beside the thank-you clip. */

/** Beside the still, whose picture asks to keep our number. */
export const AT_REST = "Your request in 12 seconds, without sound.";
/** The longest caption, which a test compares: its room is kept, so that nothing below moves while the captions change. */
export const LONGEST = "We look for one local pro who can take the job.";
