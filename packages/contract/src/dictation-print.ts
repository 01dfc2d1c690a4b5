import { z } from 'zod';
import { permission } from './core/endpoint.ts';
import { fileOf, pdfFile } from './core/file.ts';
import { idList } from './dictations.ts';
import { acts, reads } from './core/verbs.ts';

const tag = 'Dictations';
const view = { tag, guard: permission('Dictation.View'), healthData: true } as const;

export const dictationPrint = reads('/dictation/:id/print', view, {
  summary: 'Get a dictation with its billing sheet as a PDF',
  ...pdfFile,
  audit: 'Printed',
});
export const dictationExportText = reads('/dictation/:id/export/text', view, {
  summary: 'Get a dictation as plain text',
  ...fileOf('text/plain; charset=utf-8'),
  audit: 'Exported',
});
export const dictationReportHeader = reads('/dictation/report-header/:id', {
  tag,
  guard: permission('Dictation.View'),
  healthData: false,
  summary: 'Get a location’s sanitized report header and footer, or the practice’s default',
  response: z.object({
    headerHTML: z.string(),
    footerHTML: z.string(),
    /** Values of the location placeholders. The other placeholders are filled in when the report is created. */
    values: z.object({
      location_name: z.string(),
      location_address: z.string(),
      location_phone: z.string(),
      location_fax: z.string().default(''),
    }),
  }),
  audit: null,
});
export const dictationBatchPrint = acts('/dictation/batch/print', view, {
  summary: 'Create a link to one PDF of several dictations, valid for five minutes and only for the caller',
  body: z.strictObject({ dictationIds: idList }),
  response: z.object({ pdfUrl: z.string() }),
  audit: 'Printed',
  errors: ['NOT_FOUND'],
});
export const dictationBatchFile = reads('/dictation/batch/print/:id', view, {
  summary: 'Download the PDF of a batch',
  ...pdfFile,
  audit: 'Printed',
});
