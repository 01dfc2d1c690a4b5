import * as admin from '@portal/contract/dictation-admin';
import * as codeCheck from '@portal/contract/code-check';
import * as checks from '@portal/contract/signing-checks';
import { NO_FILES } from '@portal/domain/code-files/official';
import { findOfficial } from '#features/code-files/index.ts';
import { operation } from '#http/operation.ts';
import { checkCodes } from './signing/checked-codes.ts';
import { useSide } from './use-side.ts';
import { removeDictations } from './remove-dictations.ts';

export * from './add-addendum.ts';
export * from './drafts/autosave-draft.ts';
export * from './change-statuses.ts';
export * from './day-lines.ts';
export * from './drafts/discard-draft.ts';
export * from './get-dictation.ts';
export * from './drafts/get-drafts.ts';
export * from './list/list-dictations.ts';
export * from './remove-dictations.ts';
export * from './save-dictation.ts';
export * from './session/session-service.ts';
export * from './sources/template-sources.ts';
export { getLimitNotes } from './signing/limit-notes.ts';
export * from './co-signing/co-sign.ts';
export * from './signing/sign-dictation.ts';
export * from './signing/signing-findings.ts';
export * from './list/statistics.ts';

export const checkedCodes = operation(checks.checkedCodes, ({ deps }, { body }) =>
  checkCodes(deps.db, body.codes),
);
export const officialCodes = operation(codeCheck.officialCodes, async ({ deps }, { body }) => {
  const [found] = await findOfficial(deps.db, [{ day: body.date, codes: body.codes }]);
  return found ?? NO_FILES;
});
export const dictationUseSide = operation(checks.dictationUseSide, (context, { params, body }) =>
  useSide(context, params.id, body),
);
export const dictationsBulkDelete = operation(admin.dictationsBulkDelete, (context, { body }) =>
  removeDictations(context, body.dictationIds, body.permanent),
);
export const dictationDelete = operation(admin.dictationDelete, (context, { params, query }) =>
  removeDictations(context, [params.id], query.permanent),
);
