import type { ColumnType } from 'kysely';

/** Instants are read and written as `Date`. The database can fill in its default. */
export type Instant = ColumnType<Date, Date | undefined, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Dates without a time are read and written as `YYYY-MM-DD` text. */
export type DateOnly = ColumnType<string | null, string | null | undefined, string | null>;
export type NullableJson = ColumnType<Record<string, unknown> | null, string | null, never>;
