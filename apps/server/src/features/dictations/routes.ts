import * as admin from '@portal/contract/dictation-admin';
import * as checks from '@portal/contract/signing-checks';
import { operation } from '#http/operation.ts';
import { checkCodes } from './checked-codes.ts';
import { useSide } from './use-side.ts';
import { removeDictations } from './remove-dictations.ts';

export * from './add-addendum.ts';
export * from './autosave-draft.ts';
export * from './change-statuses.ts';
export * from './day-lines.ts';
export * from './discard-draft.ts';
export * from './get-dictation.ts';
export * from './get-drafts.ts';
export * from './list-dictations.ts';
export * from './remove-dictations.ts';
export * from './save-dictation.ts';
export * from './session-service.ts';
export * from './sign-dictation.ts';
export * from './signing-findings.ts';
export * from './statistics.ts';

export const checkedCodes = operation(checks.checkedCodes, ({ deps }, { body }) =>
  checkCodes(deps.db, body.codes),
);
export const dictationUseSide = operation(checks.dictationUseSide, (context, { params, body }) =>
  useSide(context, params.id, body),
);
export const dictationsBulkDelete = operation(admin.dictationsBulkDelete, (context, { body }) =>
  removeDictations(context, body.dictationIds, body.permanent),
);
export const dictationDelete = operation(admin.dictationDelete, (context, { params, query }) =>
  removeDictations(context, [params.id], query.permanent),
);
