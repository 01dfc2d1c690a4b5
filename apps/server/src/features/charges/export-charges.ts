import { chargeExport, type ChargeRow } from '@portal/contract/charges';
import type { DictationCode } from '@portal/contract/dictation-lines';
import { CHARGE_CSV_HEADINGS, isBilled, type ChargeCsvColumn } from '@portal/domain/charges';
import { formatFileTime } from '@portal/domain/clock';
import type { CsvValue } from '@portal/domain/csv';
import { formatDateUs } from '@portal/domain/date';
import { BILLING_OPTION_LABELS } from '@portal/domain/dictation/billing-sheet';
import { diagnosesOf, pointerLetters } from '@portal/domain/dictation/line-details';
import { splitModifiers } from '@portal/domain/template/billing';
import type { Db } from '#db/database.ts';
import { exportList } from '#request/export-list.ts';
import { operation } from '#http/operation.ts';
import { chargeFilter } from './charge-access.ts';
import { notesOf } from './charge-filter-repo.ts';
import { loadCharges } from './charge-view.ts';
import { readCsvColumns } from './csv-columns.ts';

/** A row of the file: a procedure line of a signed note; null for any other note. */
interface LineRow {
  readonly note: ChargeRow;
  readonly line: DictationCode | null;
  /** The number of the line within its note, from 1. */
  readonly number: number;
  readonly timeZone: string;
}

/** Exports the procedure lines of the notes of a filter, in the practice's columns. */
export const exportCharges = operation(chargeExport, async (context, { body }) => {
  const { db, config } = context.deps;
  const filter = chargeFilter(context, body);
  const { columns } = await readCsvColumns(db);
  return exportList<LineRow>(context, {
    name: 'charges',
    entityType: 'Charge',
    filter: { ...filter },
    part: notesOf(filter),
    find: (reading, ids) => linesOf(reading, ids, config.practice.timeZone),
    patientOf: ({ note }) => note.patient.id,
    columns: Object.fromEntries(columns.map((column) => [CHARGE_CSV_HEADINGS[column], CELLS[column]])),
  });
});

async function linesOf(db: Db, ids: readonly string[], timeZone: string): Promise<LineRow[]> {
  const notes = await loadCharges(db, ids);
  return notes
    .toSorted((a, b) =>
      a.procedureDate === b.procedureDate ? 0 : a.procedureDate > b.procedureDate ? -1 : 1,
    )
    .flatMap((note): LineRow[] => {
      const lines = isBilled(note) ? note.lines.filter(({ codeType }) => codeType === 'CPT') : [];
      if (lines.length === 0) return [{ note, line: null, number: 1, timeZone }];
      return lines.map((line, at) => ({ note, line, number: at + 1, timeZone }));
    });
}

const modifier =
  (place: number) =>
  ({ line }: LineRow): CsvValue =>
    splitModifiers(line?.modifiers ?? '')[place];
const diagnosis =
  (place: number) =>
  ({ line }: LineRow): CsvValue =>
    line?.diagnosisPointers[place];

const CELLS: Readonly<Record<ChargeCsvColumn, (row: LineRow) => CsvValue>> = {
  dateOfService: ({ note }) => formatDateUs(note.procedureDate),
  mrn: ({ note }) => note.patient.medicalRecordNumber,
  patientLastName: ({ note }) => note.patient.lastName,
  patientFirstName: ({ note }) => note.patient.firstName,
  birthDate: ({ note }) => formatDateUs(note.patientDOB),
  provider: ({ note }) => note.providerName,
  location: ({ note }) => note.locationName,
  code: ({ line }) => line?.code,
  description: ({ line }) => line?.description,
  modifier1: modifier(0),
  modifier2: modifier(1),
  modifier3: modifier(2),
  modifier4: modifier(3),
  units: ({ line }) => line?.units,
  diagnosis1: diagnosis(0),
  diagnosis2: diagnosis(1),
  diagnosis3: diagnosis(2),
  diagnosis4: diagnosis(3),
  pointers: ({ note, line }) => pointerLetters(line?.diagnosisPointers ?? [], diagnosesOf(note.lines)),
  allDiagnoses: ({ note }) => diagnosesOf(note.lines).join(', '),
  template: ({ note }) => note.templateName,
  noteStatus: ({ note }) => note.status,
  coSignature: ({ note }) => (note.awaitsCoSignature ? 'Awaited' : ''),
  billingOption: ({ note }) => BILLING_OPTION_LABELS[note.billingOption],
  batch: ({ note }) => note.entry?.batchName,
  enteredAt: ({ note, timeZone }) =>
    note.entry === null ? '' : formatFileTime(note.entry.enteredAt, timeZone),
  noteId: ({ note }) => note.id,
  line: ({ line, number }) => (line === null ? '' : number),
};
