/** Words of the thank-you clip that are text of the page; a test compares them with the clip. */

/**
 * Beside the still, which says the same. The longest caption: its room is kept, so that nothing below
 * moves while the captions change.
 */
export const AT_REST = "Keep our number, so that you know our call.";
/** On the button that plays it. */
export const PLAY = "12 sec";
