import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { listCell, listOutcome, listRows, MAX_LIST_BYTES } from './core/list-import.ts';
import { acts, creates } from './core/verbs.ts';

/** The cells of an office. */
export const officeImportRow = z.strictObject({
  name: listCell,
  address: listCell,
  city: listCell,
  state: listCell,
  zipCode: listCell,
  phone: listCell,
  fax: listCell,
  npi: listCell,
  isSurgeryCenter: listCell,
});
export type OfficeImportRow = z.output<typeof officeImportRow>;

const manage = {
  tag: 'Offices',
  guard: permission('Admin.ManageOffices'),
  healthData: false,
  maxBodyBytes: MAX_LIST_BYTES,
  body: listRows(officeImportRow),
} as const;

export const officeImportPreview = acts('/office/import/preview', manage, {
  summary:
    'Check a list of new offices row by row without changing anything; rows without messages can be created',
  response: z.object({ rows: z.array(listOutcome) }),
  audit: null,
});
export const officeImport = creates('/office/import', manage, {
  summary: 'Create the offices of a list, all or none; rows with messages are skipped',
  response: z.object({ rows: z.array(listOutcome), created: z.int() }),
  errors: ['CONFLICT'],
});
