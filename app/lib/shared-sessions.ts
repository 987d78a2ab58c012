/** Pools, and their connections, that lead through a pooler in transaction mode. */
const shared = new WeakSet<object>();

/** Marks a pool or a connection whose sessions a pooler shares with others. */
export const markShared = (connection: object): void => void shared.add(connection);

/** Whether a statement must not count on what an earlier one left in its session. */
export const isShared = (connection: object): boolean => shared.has(connection);
