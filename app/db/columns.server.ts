import { boolean, customType, numeric, smallint, timestamp } from "drizzle-orm/pg-core";

/** A point in time with milliseconds, as a Date. */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/**
 * A jsonb column. Not drizzle's own: that parses what the driver has parsed already, so that the
 * stored text "2031" comes back as a number.
 */
export const json = <T>(name: string) =>
  customType<{ data: T; driverData: string }>({
    dataType: () => "jsonb",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (value) => value as T,
  })(name);

/** An amount of dollars or credits, with cents. */
export const money = (name: string) => numeric(name, { precision: 12, scale: 2, mode: "number" });

/** Marks rows that `npm run seed:demo` created; they never reach an outside system. */
export const isDemo = () => boolean("is_demo").notNull().default(false);

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Which version of the contact key a keyed hash in the row was made with. */
export const keyVersion = (name: string) => smallint(name).notNull().default(1);
