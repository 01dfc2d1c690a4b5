import { z } from 'zod';
import { endpoint, permission } from './core/endpoint.ts';
import { idParams } from './core/fields.ts';
import { file } from './core/file.ts';
import { idList } from './dictations.ts';

const tag = 'Dictations';
const view = { tag, guard: permission('Dictation.View'), healthData: true } as const;

export const dictationPrint = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/:id/print',
  summary: 'Get a dictation with its billing sheet as a PDF',
  params: idParams,
  response: file,
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationExportText = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/:id/export/text',
  summary: 'Get a dictation as plain text',
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
  summary: 'Get a location’s sanitized report header and footer, or the practice’s default',
  params: idParams,
  response: z.object({
    headerHTML: z.string(),
    footerHTML: z.string(),
    /** Values of the location placeholders. The other placeholders are filled in when the report is created. */
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
  summary: 'Create a link to one PDF of several dictations, valid for five minutes and only for the caller',
  body: z.strictObject({ dictationIds: idList }),
  response: z.object({ pdfUrl: z.string() }),
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationBatchFile = endpoint({
  ...view,
  method: 'GET',
  path: '/dictation/batch/print/:id',
  summary: 'Download the PDF of a batch',
  params: idParams,
  response: file,
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
