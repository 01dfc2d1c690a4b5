import { dictationExportText, dictationPrint, dictationReportHeader } from '@portal/contract/dictation-print';
import type { Dictation } from '@portal/contract/dictations';
import { fileTimestamp } from '@portal/domain/date';
import { printedText } from '@portal/domain/dictation/print-text';
import { passesRoleCheck } from '@portal/domain/roles';
import { recordRead } from '#request/record-read.ts';
import { findDictation, findVisibleHeader, MISSING, presentDictation } from '#features/dictations/index.ts';
import { notFound } from '#platform/app-error.ts';
import type { SignedInContext } from '#request/context.ts';
import { htmlText } from '#pdf/html-blocks.ts';
import { operation } from '#http/operation.ts';
import { drawDictations } from './draw-dictations.ts';
import { prepareSheets } from './prepare-sheets.ts';

/** Whether the caller may print a dictation. Only Admins may print inactive ones. */
export const isPrintable = ({ user }: SignedInContext, isActive: boolean): boolean =>
  isActive || passesRoleCheck(user.roles, ['Admin']);

/** Prints a dictation with its billing sheet as a PDF. Throws NOT_FOUND. */
export const printDictation = operation(dictationPrint, async (context, { params: { id } }) => {
  const dictation = await requireDictation(context, id);
  const content = await drawDictations(context, await prepareSheets(context, [dictation]));
  await recordRead(context, {
    action: 'Printed',
    entityType: 'Dictation',
    entityId: id,
    patientId: dictation.patientId,
  });
  return { content, fileName: fileName(context, 'dictation', 'pdf') };
});

/** Exports a dictation with its billing sheet as plain text. Throws NOT_FOUND. */
export const exportText = operation(dictationExportText, async (context, { params: { id } }) => {
  const dictation = await requireDictation(context, id);
  const [sheet] = await prepareSheets(context, [dictation]);
  if (sheet === undefined) throw notFound(MISSING);
  const text = printedText(sheet.printed, {
    header: htmlText(sheet.headerHTML),
    footer: htmlText(sheet.footerHTML),
  });
  await recordRead(context, {
    action: 'Exported',
    entityType: 'Dictation',
    entityId: id,
    patientId: dictation.patientId,
  });
  return {
    content: Buffer.from(text),
    fileName: fileName(context, 'dictation', 'txt'),
  };
});

/** Gets a location's header and footer for the print preview, with its placeholder values. Throws NOT_FOUND. */
export const getReportHeader = operation(dictationReportHeader, async (context, { params }) => {
  const { id: locationId } = params;
  const header = await findVisibleHeader(context, context.deps.db, locationId);
  if (header === undefined) throw notFound('This location does not exist.');
  return { headerHTML: header.headerHTML, footerHTML: header.footerHTML, values: header.values };
});

/** File name with a timestamp and without patient data. */
export const fileName = ({ deps, now }: SignedInContext, what: string, ending: string): string =>
  `${what}_${fileTimestamp(now, deps.config.practice.timeZone)}.${ending}`;

async function requireDictation(context: SignedInContext, id: string): Promise<Dictation> {
  const row = await findDictation(context.deps.db, id);
  if (row === undefined || !isPrintable(context, row.is_active)) throw notFound(MISSING);
  return presentDictation(row);
}
