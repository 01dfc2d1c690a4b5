import type { ImportStatus, PatientImport } from '@portal/contract/patient-imports';
import { PLAIN_LABELS, type ImportField } from '@portal/domain/patient-import/columns';
import { COVERAGE_LABELS } from '@portal/domain/patient-import/coverage';
import { counted } from '@portal/domain/text';
import type { WordField } from '@portal/domain/patient-import/words';

/** The fields of a patient, in the order of the patient form. */
export const FIELD_LABELS: Readonly<Record<ImportField, string>> = {
  formerMrn: 'Former MRN',
  fullName: 'Full name (one column)',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
  dateOfBirth: 'Date of birth',
  gender: 'Gender',
  socialSecurityNumber: 'Social security number',
  address: 'Address',
  addressLine2: 'Address line 2',
  city: 'City',
  state: 'State',
  zipCode: 'ZIP code',
  phone: 'Phone',
  email: 'Email',
  ...PLAIN_LABELS,
  ...COVERAGE_LABELS,
  status: 'Active or inactive',
  deceased: 'Deceased',
  deathDate: 'Date of death',
};

/** The fields whose words have a meaning. */
export const WORD_LABELS: Readonly<Record<WordField, string>> = {
  gender: 'Gender',
  status: 'Status',
  deceased: 'Deceased',
};

/** What the chip of an import says. */
export const STATUS_CHIPS = {
  NotChecked: { label: 'Not checked', color: 'default' },
  Checking: { label: 'Checking', color: 'info' },
  Checked: { label: 'Checked', color: 'info' },
  Importing: { label: 'Importing', color: 'info' },
  Stopped: { label: 'Stopped', color: 'warning' },
  Finished: { label: 'Finished', color: 'success' },
  Undoing: { label: 'Undoing', color: 'info' },
  Undone: { label: 'Undone', color: 'default' },
} as const satisfies Readonly<Record<ImportStatus, object>>;

/** What is done in the background. */
export const WORK_LABELS = {
  Checking: 'Checking all rows',
  Importing: 'Importing patients',
  Undoing: 'Deleting the imported patients',
} as const satisfies Partial<Record<ImportStatus, string>>;

const RUNNING: readonly ImportStatus[] = ['Checking', 'Importing', 'Undoing'];
const DRAFT: readonly ImportStatus[] = ['NotChecked', 'Checking', 'Checked'];

/** Whether work goes on in the background. */
export const isRunning = ({ status }: Pick<PatientImport, 'status'>): boolean => RUNNING.includes(status);

/** Whether the file is not imported yet. */
export const isDraft = ({ status }: Pick<PatientImport, 'status'>): boolean => DRAFT.includes(status);

/** Whether another file has to wait for this import. */
export const isOpen = (each: Pick<PatientImport, 'status'>): boolean =>
  isDraft(each) || isRunning(each) || each.status === 'Stopped';

/** The counts of an import. */
export interface ImportCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly duplicates: number;
  readonly refused: number;
  readonly skipped: number;
}

/** The counts of an import; null if they depend on social security numbers that the user may not view. */
export function countsOf(each: PatientImport): ImportCounts | null {
  const { imported, updated, unchanged, failed, duplicates, refused, skipped } = each;
  return imported === null ||
    updated === null ||
    unchanged === null ||
    failed === null ||
    duplicates === null ||
    refused === null ||
    skipped === null
    ? null
    : { imported, updated, unchanged, failed, duplicates, refused, skipped };
}

/** "Import 3 patients", "Update 12 patients", "Import 3 and update 12 patients". */
export function startLabel(imported: number, updated: number): string {
  if (updated === 0) return `Import ${counted(imported, 'patient')}`;
  if (imported === 0) return `Update ${counted(updated, 'patient')}`;
  return `Import ${imported.toLocaleString('en-US')} and update ${counted(updated, 'patient')}`;
}

/** Whether there are rows to fix that the user may download. */
export function hasRowsToFix(each: PatientImport): boolean {
  const counts = countsOf(each);
  return each.hasFile && counts !== null && counts.failed + counts.duplicates + counts.skipped > 0;
}

/** Why the result of an import is not shown. */
export const UNSEEN_RESULT =
  'This import compared social security numbers, which you may not view, so its result is not shown.';

const were = (count: number) => `${counted(count, 'patient')} ${count === 1 ? 'was' : 'were'}`;

/** "540 patients were imported. 12 rows failed and 3 likely duplicates were skipped." */
export function resultText(each: PatientImport): string {
  const counts = countsOf(each);
  if (counts === null) return UNSEEN_RESULT;
  const { imported, updated, failed, duplicates, skipped } = counts;
  const others = [
    failed === 0 ? '' : `${counted(failed, 'row')} failed`,
    duplicates === 0
      ? ''
      : `${counted(duplicates, 'likely duplicate')} ${duplicates === 1 ? 'was' : 'were'} skipped`,
    skipped === 0
      ? ''
      : `${counted(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} skipped because of the status`,
  ].filter((text) => text !== '');
  const done = `${were(imported)} imported${updated === 0 ? '' : ` and ${were(updated)} updated`}.`;
  return others.length === 0 ? done : `${done} ${new Intl.ListFormat('en-US').format(others)}.`;
}
