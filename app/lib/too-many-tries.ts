/** What a form says where a limit of tries in one minute refuses it, with status 429. */
export const TOO_MANY_TRIES = "Too many tries. Wait a minute, then try again.";
