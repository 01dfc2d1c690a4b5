import { EDITED_RECORDS, type EditedRecordType } from '@portal/domain/edited-record';
import { z } from 'zod';
import { signedIn } from './core/endpoint.ts';
import { id } from './core/fields.ts';
import { acts, reads } from './core/verbs.ts';

const TYPES = Object.keys(EDITED_RECORDS).filter((type): type is EditedRecordType => type in EDITED_RECORDS);
const record = { entityType: z.enum(TYPES), entityId: id };

/** Who is editing a record depends on the permissions for its type (`EDITED_RECORDS`), which the server checks. */
const common = {
  tag: 'Record editors',
  guard: signedIn,
  healthData: false,
  audit: null,
  // Pages send them without the user's doing.
  background: true,
  allowedForKeys: false,
} as const;

export const recordEditors = reads('/record-editors', common, {
  summary: 'List who else is editing a record, by name',
  query: z.strictObject(record),
  response: z.array(z.object({ userId: id, name: z.string() })),
});

export const recordEditing = acts('/record-editors', common, {
  summary: 'Report that the caller is editing a record, every 20 seconds, or has left it',
  body: z.strictObject({ ...record, isEditing: z.boolean() }),
});
