import * as admin from '@portal/contract/dictation-admin';
import * as drafts from '@portal/contract/dictation-drafts';
import * as dictationSession from '@portal/contract/dictation-session';
import * as dictations from '@portal/contract/dictations';
import * as checks from '@portal/contract/signing-checks';
import type { Binder } from '#http/bind.ts';
import { addAddendum } from './add-addendum.ts';
import { autosaveDraft } from './autosave-draft.ts';
import { changeStatuses } from './change-statuses.ts';
import { checkCodes } from './checked-codes.ts';
import { getDayLines } from './day-lines.ts';
import { discardDraft } from './discard-draft.ts';
import { getDictation } from './get-dictation.ts';
import { getDraft, getDrafts } from './get-drafts.ts';
import {
  getDictations,
  getManaged,
  getOfPatient,
  getOfProvider,
  getPending,
  getRecent,
} from './list-dictations.ts';
import { reactivateDictation, removeDictations } from './remove-dictations.ts';
import { changeDictation, createDictation } from './save-dictation.ts';
import { getSession, saveSession } from './session-service.ts';
import { signDictation } from './sign-dictation.ts';
import { changeCheckSettings, getCheckSettings, getFindings } from './signing-findings.ts';
import { getStatistics } from './statistics.ts';
import { useSide } from './use-side.ts';

/** Binds the endpoints of dictations, drafts, and dictation management. */
export function bindDictations(binder: Binder): void {
  binder.bind(dictations.dictationList, ({ query }, context) => getDictations(context, query));
  binder.bind(dictations.dictationRecent, ({ query }, context) => getRecent(context, query));
  binder.bind(dictations.dictationPending, ({ query }, context) => getPending(context, query));
  binder.bind(dictations.dictationsOfPatient, ({ params }, context) => getOfPatient(context, params.id));
  binder.bind(dictations.dictationsOfProvider, ({ params, query }, context) =>
    getOfProvider(context, params.id, query),
  );
  binder.bind(dictations.dictationStatistics, ({ query }, context) => getStatistics(context, query));
  binder.bind(dictationSession.dictationSessionCurrent, (_input, context) => getSession(context));
  binder.bind(dictationSession.dictationSessionSave, ({ body }, context) => saveSession(context, body));
  binder.bind(dictations.dictationBatchStatus, ({ body }, context) => changeStatuses(context, body));
  binder.bind(dictations.dictationGet, ({ params }, context) => getDictation(context, params.id));
  binder.bind(dictations.dictationCreate, ({ body }, context) => createDictation(context, body));
  binder.bind(dictations.dictationUpdate, ({ params, body }, context) =>
    changeDictation(context, params.id, body),
  );
  binder.bind(dictations.dictationSign, ({ params, body }, context) =>
    signDictation(context, params.id, body),
  );
  binder.bind(dictations.dictationAddendum, ({ params, body }, context) =>
    addAddendum(context, params.id, body),
  );
  binder.bind(checks.dictationFindings, ({ body }, context) => getFindings(context, body.dictationIds));
  binder.bind(checks.checkedCodes, ({ body }, { deps }) => checkCodes(deps.db, body.codes));
  binder.bind(checks.dayLines, ({ body }, context) => getDayLines(context, body));
  binder.bind(checks.dictationUseSide, ({ params, body }, context) => useSide(context, params.id, body));
  binder.bind(checks.signingCheckList, (_input, context) => getCheckSettings(context));
  binder.bind(checks.signingCheckSave, ({ body }, context) => changeCheckSettings(context, body));
  binder.bind(drafts.draftList, (_input, context) => getDrafts(context));
  binder.bind(drafts.draftGet, ({ params }, context) => getDraft(context, params.id));
  binder.bind(drafts.draftSave, ({ params, body }, context) => autosaveDraft(context, params.id, body));
  binder.bind(drafts.draftDelete, ({ params }, context) => discardDraft(context, params.id));
  binder.bind(admin.managedDictations, ({ query }, context) => getManaged(context, query));
  binder.bind(admin.dictationsBulkDelete, ({ body }, context) =>
    removeDictations(context, body.dictationIds, body.permanent),
  );
  binder.bind(admin.dictationDelete, ({ params, query }, context) =>
    removeDictations(context, [params.id], query.permanent),
  );
  binder.bind(admin.dictationReactivate, ({ params }, context) => reactivateDictation(context, params.id));
}
