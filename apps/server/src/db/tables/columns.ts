import type { ColumnType } from 'kysely';

/** Instants come as `Date` and go as `Date`; the database's default may fill them. */
export type Instant = ColumnType<Date, Date | undefined, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Dates without a time are `YYYY-MM-DD` text on both sides. */
export type DateOnly = ColumnType<string | null, string | null | undefined, string | null>;
export type NullableJson = ColumnType<Record<string, unknown> | null, string | null, never>;
