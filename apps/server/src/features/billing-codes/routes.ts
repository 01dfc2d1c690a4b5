import { billingCodeBulk, billingCodeBulkPreview } from '@portal/contract/billing-code-bulk';
import * as codes from '@portal/contract/billing-codes';
import { codeSearchWordsGet, codeSearchWordsSave } from '@portal/contract/code-search-words';
import type { Binder } from '#http/bind.ts';
import { previewAll } from '#request/bulk.ts';
import { changeCodes, codeBulkAction } from './bulk-codes.ts';
import { changeCode, createCode, removeCode, toggleCode } from './code-service.ts';
import { exportCodes } from './export-codes.ts';
import { importCodes, previewImport } from './import-codes.ts';
import { getDescriptions, getFirstCodes, searchCodes } from './read-codes.ts';
import { changeSearchWords, getSearchWords } from './search-words.ts';

/** Binds the endpoints of the billing code catalog. */
export function bindBillingCodes(binder: Binder): void {
  binder.bind(codes.billingCodeList, ({ query }, context) => getFirstCodes(context, query));
  binder.bind(codes.billingCodeSearch, ({ body }, context) => searchCodes(context, body));
  binder.bind(codes.billingCodeDescriptions, ({ params, body }, context) =>
    getDescriptions(context, params.type, body),
  );
  binder.bind(codes.billingCodeCreate, ({ body }, context) => createCode(context, body));
  binder.bind(codes.billingCodeUpdate, ({ params, body }, context) => changeCode(context, params.id, body));
  binder.bind(codes.billingCodeDelete, ({ params }, context) => removeCode(context, params.id));
  binder.bind(codes.billingCodeToggle, ({ params, body }, context) =>
    toggleCode(context, params.id, body?.version),
  );
  binder.bind(billingCodeBulk, ({ body }, context) => changeCodes(context, body));
  binder.bind(billingCodeBulkPreview, ({ body }, context) =>
    previewAll(context, codeBulkAction(context, body)),
  );
  binder.bind(codes.billingCodeImportPreview, ({ body }, context) => previewImport(context, body));
  binder.bind(codes.billingCodeImport, ({ body }, context) => importCodes(context, body));
  binder.bind(codeSearchWordsGet, (_input, context) => getSearchWords(context));
  binder.bind(codeSearchWordsSave, ({ body }, context) => changeSearchWords(context, body));
  binder.bind(codes.billingCodeExport, ({ body }, context) => exportCodes(context, body));
}
