let isRequested = false;

/**
 * Whether the list has to be loaded again although only the open request changes, or nothing. The
 * router asks the route of the list, which cannot see why it is asked.
 */
export const listReload = {
  request: (): void => {
    isRequested = true;
  },
  isRequested: (): boolean => isRequested,
  /** The list was loaded. */
  end: (): void => {
    isRequested = false;
  },
};
