import type { FileToSend } from '@portal/contract/file';
import {
  patientImportDetails,
  patientImportExport,
  patientImportList,
  patientImportNotesExport,
  patientImportPatients,
  patientImportUpdates,
} from '@portal/contract/patient-imports';
import { CSV_BOM, csvRow } from '@portal/domain/csv';
import { fileTimestamp } from '@portal/domain/date';
import { mappingTrouble } from '@portal/domain/patient-import/columns';
import { kindsOf, UPDATE_FIELDS } from '@portal/domain/patient-import/updates';
import { meaningOf } from '@portal/domain/patient-import/words';
import { recordRead } from '#request/record-read.ts';
import type { Db } from '#db/database.ts';
import { notFound } from '#platform/app-error.ts';
import { hasPermission, type SignedInContext } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { findFindings } from '../findings-repo.ts';
import { findImport, listImports, type ImportRow } from '../import-repo.ts';
import { presentImports, requireSight } from '../import-view.ts';
import { listFirstImported, listFirstUpdated, listUsed } from '../rows/imported-patient-repo.ts';
import { listMappings } from '../mapping-repo.ts';
import { listNotes, listProblems } from '../problem-repo.ts';
import { noteHeader, PREVIEW_HEADER, problemHeader, rowWithText } from './row-file.ts';
import { rowsOf, type Source } from './source.ts';
import { ssnMask } from '../rows/ssn-mask.ts';
import { countChosen, countFound, listFound } from '../rows/update-repo.ts';
import { openStored } from './stored-source.ts';

/** Problems that the screen shows; the CSV file has all. */
const SHOWN = 50;
/** Patients that a question before deleting them names. */
const NAMED = 5;
const PAGE = 1000;

/** Lists the newest imports. */
export const getImports = operation(patientImportList, async (context) => {
  const { db } = context.deps;
  return { data: await presentImports(context, db, await listImports(db)) };
});

/** The import, if the caller may see its result. Throws NOT_FOUND and FORBIDDEN. */
async function requireImport(context: SignedInContext, id: string): Promise<ImportRow> {
  const row = await findImport(context.deps.db, id);
  if (row === undefined) throw notFound('Import not found');
  requireSight(context, row);
  return row;
}

/** Returns the columns of a file, their mapping and what the check found. Throws NOT_FOUND and FORBIDDEN. */
export const getDetails = operation(patientImportDetails, async (context, { params: { id } }) => {
  const { db } = context.deps;
  const row = await requireImport(context, id);
  const findings = await findFindings(db, id);
  const problems = await listProblems(db, id, { after: 0, limit: SHOWN });
  const savedMappings = row.header === null ? [] : await listMappings(db, row.header);
  await recordRead(context, { action: 'Accessed', entityType: 'PatientImport', entityId: id });
  const preview = findings?.preview ?? null;
  return {
    header: row.header,
    headerLine: row.header_line,
    firstLines: findings?.firstLines ?? [],
    columns:
      row.header?.map((name, at) => ({
        name,
        values: findings?.contents?.[at]?.values ?? null,
        samples: findings?.contents?.[at]?.samples ?? [],
      })) ?? null,
    mapping: row.mapping,
    sheets: row.sheets ?? [],
    sheet: row.sheet,
    dateOrder: row.date_order,
    mappingTrouble: row.header === null ? null : mappingTrouble(row.mapping ?? {}, row.header),
    preview: preview === null ? null : { columns: [...PREVIEW_HEADER], rows: preview },
    notes: (findings?.notes ?? []).map(({ lines = [], ...note }) => ({ ...note, lines })),
    answers: row.words ?? {},
    choices: row.choices ?? {},
    values: findings?.foundValues ?? [],
    mixedDates: row.mixed_dates,
    words: (findings?.foundWords ?? []).map((found) => ({
      ...found,
      meaning: meaningOf(found.field, found.word, row.words ?? {}) ?? null,
    })),
    problems,
    savedMappings,
  };
});

/** Returns how rows differ from the patients that they are, and how many the choice changes. Throws NOT_FOUND and FORBIDDEN. */
export const getUpdates = operation(patientImportUpdates, async (context, { params: { id }, body }) => {
  const choice = body.updates;
  const { db } = context.deps;
  await requireImport(context, id);
  const kinds = UPDATE_FIELDS.flatMap((field) => kindsOf(choice[field]).map((kind) => ({ field, kind })));
  const rows = await listFound(db, id, kinds, SHOWN);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PatientImport',
    entityId: id,
    newValues: { patientIds: rows.map((row) => row.id) },
  });
  return {
    patients: await countChosen(db, id, kinds),
    fields: await countFound(db, id),
    rows: rows.map(({ line, changes, ...patient }) => ({ line, patient, changes })),
  };
});

/** Names the first patients of an import. Throws NOT_FOUND. */
export const getPatients = operation(patientImportPatients, async (context, { params: { id } }) => {
  const { db } = context.deps;
  if ((await findImport(db, id)) === undefined) throw notFound('Import not found');
  const patients = await listFirstImported(db, id, NAMED);
  const updated = await listFirstUpdated(db, id, NAMED);
  const used = await listUsed(db, id, NAMED);
  await recordRead(context, {
    action: 'Accessed',
    entityType: 'PatientImport',
    entityId: id,
    newValues: { patientIds: [...new Set([...patients, ...updated, ...used].map((patient) => patient.id))] },
  });
  return { patients, updated, used };
});

/**
 * Exports the rows that are not imported as CSV, with line and reason; social security numbers only for those who may
 * view them. Throws NOT_FOUND, FORBIDDEN, and CONFLICT if the file was removed.
 */
export const exportProblems = operation(patientImportExport, (context, { params: { id } }) =>
  exportRows(context, id, {
    name: 'patients-to-fix',
    header: problemHeader,
    audited: ({ failed, duplicates, skipped }) => ({ failed, duplicates, skipped }),
    list: async (db, page) =>
      (await listProblems(db, id, page)).map(({ line, reasons }) => ({ line, text: reasons })),
  }),
);

/** Like `exportProblems`: the rows that are imported with something left out or completed. */
export const exportNotes = operation(patientImportNotesExport, (context, { params: { id } }) =>
  exportRows(context, id, {
    name: 'patients-with-notes',
    header: noteHeader,
    audited: () => ({ notes: true }),
    list: async (db, page) =>
      (await listNotes(db, id, page)).map(({ line, notes }) => ({ line, text: notes })),
  }),
);

interface RowsToExport {
  readonly name: string;
  readonly header: (source: Source) => readonly string[];
  readonly audited: (row: ImportRow) => Record<string, unknown>;
  readonly list: (
    db: Db,
    page: { readonly after: number; readonly limit: number },
  ) => Promise<readonly { readonly line: number; readonly text: string }[]>;
}

async function exportRows(context: SignedInContext, id: string, rows: RowsToExport): Promise<FileToSend> {
  const { deps, now } = context;
  const row = await requireImport(context, id);
  const source = await openStored(deps, row);
  await recordRead(context, {
    action: 'Exported',
    entityType: 'PatientImport',
    entityId: id,
    newValues: rows.audited(row),
  });
  const mask = hasPermission(context, 'Patient.ViewSsn') ? null : ssnMask(source);
  return {
    content: csvOf(deps.db, source, rows, mask),
    fileName: `${rows.name}_${fileTimestamp(now, deps.config.practice.timeZone)}.csv`,
  };
}

/** The file has the cells, the table has the texts, and both are in the order of lines. */
async function* csvOf(
  db: Db,
  source: Source,
  { header, list }: RowsToExport,
  mask: ((cells: readonly string[]) => readonly string[]) | null,
): AsyncGenerator<string> {
  yield CSV_BOM + csvRow(header(source));
  const rows = rowsOf(source);
  try {
    let found: Awaited<ReturnType<typeof list>> = [];
    do {
      found = await list(db, { after: found.at(-1)?.line ?? 0, limit: PAGE });
      let csv = '';
      for (const { line, text } of found) {
        let next = await rows.next();
        while (next.done !== true && next.value.line < line) next = await rows.next();
        if (next.done === true) break;
        const row = next.value;
        csv += csvRow(rowWithText(source, mask === null ? row : { ...row, cells: mask(row.cells) }, text));
      }
      if (csv !== '') yield csv;
    } while (found.length === PAGE);
  } finally {
    await rows.return();
  }
}
