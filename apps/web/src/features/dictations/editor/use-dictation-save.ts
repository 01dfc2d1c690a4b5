import { draftDelete } from '@portal/contract/dictation-drafts';
import {
  dictationCreate,
  dictationGet,
  dictationSign,
  dictationUpdate,
  MAX_COMPLICATIONS,
  type Dictation,
} from '@portal/contract/dictations';
import { isDateOnly } from '@portal/domain/date';
import { missingFieldsMessage } from '@portal/domain/dictation';
import { isNoShow } from '@portal/domain/template/billing-option';
import { fieldLengthProblem } from '@portal/domain/template/field-length';
import { tooManyCharacters } from '@portal/domain/text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { endpointKey, invalidateAreas } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { toShownError } from '#ui/shown-error.ts';
import {
  mayHaveDraft,
  type DraftTarget,
  type EditorProblem,
  type SaveAction,
  type SaveFailure,
} from '../autosave/editor-machine.ts';
import type { Autosave } from '../autosave/use-autosave.ts';
import { createDictationSaver, isDictation, type SaveBody, type SaveCalls } from './dictation-saver.ts';
import type { DictationForm } from './use-dictation-form.ts';

const FALLBACKS: Readonly<Record<SaveAction, string>> = {
  draft: 'Failed to save dictation',
  review: 'Failed to save dictation for review',
  sign: 'Failed to submit dictation',
};
const AREAS = ['Dictations', 'Dictation drafts', 'Dictation groups', 'Dashboard', 'Patients'];

export type DictationSave = ReturnType<typeof useDictationSave>;

/** Saves, signs, and discards the dictation in the editor. */
export function useDictationSave(form: DictationForm, autosave: Autosave) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { start } = form;
  const { state, dispatch } = autosave;
  const [saver] = useState(() =>
    createDictationSaver({
      calls: saveCalls(start.target),
      dictation: start.dictation,
      baseVersion: start.target.baseVersion,
      createKey: start.createKey,
      userId: user.id,
      isContinued: start.restored !== null,
    }),
  );
  const request = async (action: SaveAction, body: SaveBody) => {
    const { draftId } = state.get().target;
    if (action === 'sign') return saver.sign({ body, draftId });
    return saver.save({ body: { ...body, status: action === 'draft' ? 'Draft' : 'Saved' }, draftId });
  };
  const show = (problem: EditorProblem) => dispatch({ type: 'problemFound', problem });

  return {
    show,
    /** Validates the dictation and shows what is missing; returns true when it is valid. */
    check: (mustBeComplete: boolean): boolean => {
      const problem = missingPart(form, mustBeComplete);
      if (problem !== null) show(problem);
      return problem === null;
    },
    /** `createdId`: the new dictation, which may be saved although signing it failed. */
    save: async (action: SaveAction) => {
      if (state.get().save.phase === 'saving') return { isDone: false, createdId: null };
      const before = saver.stored();
      dispatch({ type: 'saveStarted', action });
      await autosave.settled();
      const body = form.body();
      const failure = await request(action, body).then(
        () => null,
        (error: unknown) => failureOf(error, FALLBACKS[action]),
      );
      const dictation = saver.stored();
      // A save that reached the server removed the draft, even if signing failed after it.
      const isSaved = dictation !== null && dictation !== before;
      dispatch({
        type: 'saveEnded',
        saved: isSaved ? { dictation, draftId: randomUuid() } : null,
        failure,
      });
      if (isSaved) {
        takeReplaced(form, body, dictation);
        client.setQueryData(endpointKey(dictationGet, { params: { id: dictation.id } }), dictation);
        void invalidateAreas(client, ...AREAS);
      }
      return { isDone: failure === null, createdId: before === null && isSaved ? dictation.id : null };
    },
    /** After a conflict: the next save overwrites their version. */
    keepMine: () => {
      const { save } = state.get();
      if (save.phase === 'conflict') saver.rebase(save.theirs);
      dispatch({ type: 'keptMine' });
    },
    /** Removes the draft. Rejects with `ApiError` when the server still has it. */
    discard: async () => {
      const couldHaveDraft = mayHaveDraft(state.get());
      dispatch({ type: 'discarded' });
      await autosave.settled();
      if (!couldHaveDraft) return;
      try {
        await call(draftDelete, { params: { id: state.get().target.draftId } });
      } catch (error) {
        // Another tab already discarded it.
        if (!(error instanceof ApiError) || error.status !== 404) {
          dispatch({ type: 'discardFailed' });
          throw error;
        }
      }
      void invalidateAreas(client, 'Dictation drafts');
    },
  };
}

/** Shows entered values that the server replaced, such as those of the former patient. */
function takeReplaced({ form }: DictationForm, { formData: sent = {} }: SaveBody, saved: Dictation): void {
  for (const id of Object.keys(form.entered)) {
    const value = saved.formData[id];
    if (value !== undefined && JSON.stringify(value) !== JSON.stringify(sent[id])) form.setValue(id, value);
  }
}

/** A problem that the user can fix in the form. */
export const problemOf = (message: string, at: EditorProblem['at'] = null): EditorProblem => ({
  message,
  hint: null,
  details: [],
  requestId: null,
  at,
});

/** Text that is kept but cannot be saved, also not as a draft; null if there is none. */
function refusedPart({ details, form, invalidInputs }: DictationForm): EditorProblem | null {
  for (const { field, value, isVisible } of form.evaluation.fields) {
    const tooLong = isVisible ? fieldLengthProblem(field, value) : null;
    if (tooLong !== null) return problemOf(`${field.label}: ${tooLong}`, { fieldId: field.id });
  }
  const tooLong = tooManyCharacters(details.complications, MAX_COMPLICATIONS);
  if (tooLong !== null) return problemOf(`Complications: ${tooLong}`, 'complications');
  const [invalid] = invalidInputs;
  return invalid === undefined ? null : problemOf(invalid.join(': '));
}

/** What is missing in the form; null when it can be saved. A draft only needs a patient and a valid date. */
function missingPart(whole: DictationForm, mustBeComplete: boolean): EditorProblem | null {
  const { details, form } = whole;
  const refused = refusedPart(whole);
  if (refused !== null) return refused;
  const hasPatient = details.patientId !== '';
  if (hasPatient && !isDateOnly(details.procedureDate))
    return problemOf('Procedure date must be a valid date (MM/DD/YYYY)');
  if (!mustBeComplete) return hasPatient ? null : problemOf('Please select a patient', 'patient');
  const isRequired = !isNoShow(details.billingOption);
  const missing = [...(hasPatient ? [] : ['Patient']), ...(isRequired ? form.evaluation.missing : [])];
  if (missing.length > 0) return problemOf(missingFieldsMessage(missing), hasPatient ? 'form' : 'patient');
  return isRequired && !form.evaluation.isComplete
    ? problemOf('Please correct the fields marked below', 'form')
    : null;
}

function failureOf(error: unknown, fallback: string): SaveFailure {
  if (error instanceof ApiError && isDictation(error.current)) {
    const theirs = error.current;
    if (error.code === 'STALE' || theirs.status === 'Signed') return { theirs };
  }
  const { message, hint = null, fieldErrors = {}, requestId = null } = toShownError(error, fallback);
  const details = Object.values(fieldErrors)
    .flat()
    .filter((text) => !message.includes(text));
  return { problem: { message, hint, details, requestId, at: null } };
}

const saveCalls = ({ templateId, templateVersion }: DraftTarget): SaveCalls => ({
  create: ({ body, draftId }, idempotencyKey) =>
    call(dictationCreate, { body: { ...body, templateId, templateVersion, draftId }, idempotencyKey }),
  update: (id, { body, draftId }, version) =>
    call(dictationUpdate, { params: { id }, body: { ...body, draftId, version } }),
  sign: (id, version) => call(dictationSign, { params: { id }, body: { version } }),
});
