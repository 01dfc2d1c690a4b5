import { billingCodeBulkPreview } from '@portal/contract/billing-code-bulk';
import * as codes from '@portal/contract/billing-codes';
import { codeSearchWordsSave } from '@portal/contract/code-search-words';
import { previewAll } from '#request/bulk.ts';
import { operation } from '#http/operation.ts';
import { codeBulkAction } from './bulk-codes.ts';
import { importCodes } from './import-codes.ts';
import { changeSearchWords } from './search-words.ts';

export * from './bulk-codes.ts';
export * from './code-service.ts';
export * from './export-codes.ts';
export * from './import-codes.ts';
export * from './read-codes.ts';
export * from './search-words.ts';

export const billingCodeBulkPreviewOperation = operation(billingCodeBulkPreview, (context, { body }) =>
  previewAll(context, codeBulkAction(context, body)),
);
export const billingCodeImport = operation(codes.billingCodeImport, (context, { body }) =>
  importCodes(context, body),
);
export const codeSearchWordsSaveOperation = operation(codeSearchWordsSave, (context, { body }) =>
  changeSearchWords(context, body),
);
