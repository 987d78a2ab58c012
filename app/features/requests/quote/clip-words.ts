/** Words beside the thank-you clip. */

/** Beside the still. */
export const AT_REST = "Play: your next steps in 12 seconds, no sound.";
/** The longest caption, which a test compares: its room is kept, so that nothing below moves while the captions change. */
export const LONGEST = "We look for one local pro who can take the job.";
