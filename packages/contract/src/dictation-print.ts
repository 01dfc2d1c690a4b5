import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { id, idParams } from './core/fields.ts';
import { file } from './core/file.ts';
import { idList } from './dictations.ts';

const tag = 'Dictations';
const view = { tag, guard: permission('Dictation.View'), healthData: true } as const;

/** A place in a printed text where a field without a value would be. */
const emptyPlace = z.object({
  fieldId: z.string(),
  label: z.string(),
  /** The field whose text is printed. */
  textFieldId: z.string(),
  textLabel: z.string(),
});

export const dictationPrint = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/:id/print',
  summary: 'The dictation with its billing sheet as PDF',
  params: idParams,
  response: file,
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationExportText = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/:id/export/text',
  summary: 'The dictation as plain text',
  params: idParams,
  response: file,
  audit: 'Exported',
  errors: ['NOT_FOUND'],
});
export const dictationReportHeader = endpoint({
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  method: 'GET',
  path: '/dictation/report-header/:id',
  summary: 'A location’s header and footer for print, cleaned; the practice’s default where it has none',
  params: idParams,
  response: z.object({
    headerHTML: z.string(),
    footerHTML: z.string(),
    /** What the location's placeholders stand for; the others are filled in where the report is made. */
    values: z.object({
      location_name: z.string(),
      location_address: z.string(),
      location_phone: z.string(),
    }),
  }),
  audit: null,
  errors: ['NOT_FOUND'],
});
export const dictationBatchPrint = endpoint({
  ...view,
  method: 'POST',
  path: '/dictation/batch/print',
  summary: 'A link to one PDF of many dictations, for five minutes and for the caller only',
  body: z.strictObject({ dictationIds: idList }),
  response: z.object({ pdfUrl: z.string() }),
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationBatchFile = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/batch/print/:id',
  summary: 'The PDF of a batch',
  params: idParams,
  response: file,
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationEmptyPlaces = endpoint({
  ...view,
  method: 'POST',
  path: '/dictation/empty-places',
  summary:
    'Which of these dictations would print a text with a hole, and which fields without a value leave it; asked before signing',
  body: z.strictObject({ dictationIds: idList }),
  response: z.array(
    z.object({
      dictationId: id,
      patientName: z.string(),
      templateName: z.string(),
      places: z.array(emptyPlace),
    }),
  ),
  audit: 'Accessed',
  errors: ['NOT_FOUND'],
});
