import * as codes from '@portal/contract/billing-codes';
import * as words from '@portal/contract/code-search-words';
import { operation } from '#http/operation.ts';
import { importCodes } from './import-codes.ts';
import { changeSearchWords } from './search-words.ts';

export * from './bulk-codes.ts';
export * from './code-service.ts';
export * from './export-codes.ts';
export * from './import-codes.ts';
export * from './read-codes.ts';
export * from './search-words.ts';

export const billingCodeImport = operation(codes.billingCodeImport, (context, { body }) =>
  importCodes(context, body),
);
export const codeSearchWordsSave = operation(words.codeSearchWordsSave, (context, { body }) =>
  changeSearchWords(context, body),
);
