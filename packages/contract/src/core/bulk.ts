import { z } from 'zod';
import { id } from './fields.ts';

/** The most records of one bulk action. */
export const MAX_BULK_RECORDS = 100;

/** The records of a bulk action, each once, with the versions that the user saw. */
export const bulkRecordsUpTo = (max: number) =>
  z
    .array(
      z.strictObject({
        id,
        version: z.int({ error: 'Version must be a whole number' }).min(1, 'Version must be at least 1'),
      }),
      { error: 'Select at least one record' },
    )
    .min(1, 'Select at least one record')
    .max(max, `Select at most ${max} records`)
    .refine((records) => new Set(records.map((record) => record.id)).size === records.length, {
      error: 'Each record can be listed only once',
    });
export const bulkRecords = bulkRecordsUpTo(MAX_BULK_RECORDS);

/** What a bulk action would change in one record. */
const bulkChange = z.object({
  id,
  /** The number or name of the record; null if it does not exist. */
  label: z.string().nullable(),
  /** The value before and after, as shown to users. */
  from: z.string(),
  to: z.string(),
  /** Why the record cannot change; the whole action is refused then. */
  problem: z.string().nullable(),
});
export type BulkChange = z.output<typeof bulkChange>;

/** The preview of a bulk action, in the order of the request. */
export const bulkPreview = z.object({ records: z.array(bulkChange) });
/** The changed records; those that already had the value are not among them. */
export const bulkResult = z.object({
  changedCount: z.int(),
  changed: z.array(bulkChange.pick({ id: true, label: true })),
});
export type BulkResult = z.output<typeof bulkResult>;
