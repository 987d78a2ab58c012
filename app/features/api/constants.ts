/** The largest body of a call; what the server accepts anywhere without a larger limit. */
export const MAX_BODY_KILOBYTES = 256;
