import { draftDelete } from '@portal/contract/dictation-drafts';
import { dictationCreate, dictationGet, dictationSign, dictationUpdate } from '@portal/contract/dictations';
import type { Dictation } from '@portal/contract/dictations';
import { isDateOnly } from '@portal/domain/date';
import { missingFieldsMessage } from '@portal/domain/dictation';
import { isNoShow } from '@portal/domain/template/billing-option';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { randomUuid } from '#lib/api/random-id.ts';
import { call } from '#lib/portal.ts';
import { endpointKey, invalidateAreas } from '#lib/query/endpoint-query.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import type { FormProblem } from '#ui/form/field-errors.ts';
import { toShownError } from '#ui/shown-error.ts';
import type { DraftKeeper } from '../autosave/draft-keeper.ts';
import { createNoteSaver, isDictation } from './note-saver.ts';
import type { NoteBody } from './note-saver.ts';
import type { Note } from './use-note.ts';

/** The action in progress. */
export type Doing = 'draft' | 'review' | 'sign';

const FALLBACKS: Readonly<Record<Doing, string>> = {
  draft: 'Failed to save dictation',
  review: 'Failed to save dictation for review',
  sign: 'Failed to submit dictation',
};
const AREAS = ['Dictations', 'Dictation drafts', 'Dictation groups', 'Dashboard', 'Patients'];

/** Error of the last attempt. */
export interface NoteTrouble {
  readonly problem: FormProblem;
  /** Where the user can fix it. */
  readonly at: 'patient' | 'form' | null;
}

/** Saves, submits, and signs the dictation in the editor. */
export function useNoteActions(note: Note, keeper: DraftKeeper) {
  const client = useQueryClient();
  const user = useCurrentUser();
  const { start } = note;
  const [saver] = useState(() =>
    createNoteSaver({
      calls: saveCalls(start.target),
      dictation: start.dictation,
      baseVersion: start.target.baseVersion,
      createKey: start.createKey,
      userId: user.id,
    }),
  );
  const [stored, setStored] = useState(start.dictation);
  const [doing, setDoing] = useState<Doing | null>(null);
  const isBusy = useRef(false);
  const [trouble, setTrouble] = useState<NoteTrouble | null>(null);
  const [theirs, setTheirs] = useState<Dictation | null>(null);

  const say = (message: string, at: NoteTrouble['at']) =>
    setTrouble({ problem: { message, hint: null, details: [], requestId: null }, at });

  /** Validates the dictation and shows what is missing; returns true when it is valid. */
  const check = (mustBeComplete: boolean): boolean => {
    const { head, form } = note;
    const hasPatient = head.patientId !== '';
    if (hasPatient && !isDateOnly(head.procedureDate)) {
      say('Procedure date must be a valid date (MM/DD/YYYY)', null);
      return false;
    }
    if (!mustBeComplete) {
      if (!hasPatient) say('Please select a patient', 'patient');
      return hasPatient;
    }
    const isRequired = !isNoShow(head.billingOption);
    const missing = [...(hasPatient ? [] : ['Patient']), ...(isRequired ? form.evaluation.missing : [])];
    if (missing.length > 0) say(missingFieldsMessage(missing), hasPatient ? 'form' : 'patient');
    const isComplete = !isRequired || form.evaluation.isComplete;
    if (missing.length === 0 && !isComplete) say('Please correct the fields marked below', 'form');
    return missing.length === 0 && isComplete;
  };

  /** Runs a save. Resolves to the saved dictation, or to null after showing the error. */
  const run = async (what: Doing, save: (body: NoteBody, draftId: string) => Promise<Dictation>) => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setDoing(what);
    setTrouble(null);
    setTheirs(null);
    const before = saver.stored();
    try {
      await keeper.pause();
      const dictation = await save(note.body(), keeper.target().draftId);
      return dictation;
    } catch (failure) {
      if (!showConflict(failure)) showFailure(failure, FALLBACKS[what]);
      return null;
    } finally {
      settle(before);
      isBusy.current = false;
      setDoing(null);
    }
  };

  /** A successful save removed the draft, even if a later step failed. */
  const settle = (before: Dictation | null) => {
    const now = saver.stored();
    if (now === null || now === before) return keeper.resume();
    setStored(now);
    client.setQueryData(endpointKey(dictationGet, { params: { id: now.id } }), now);
    void invalidateAreas(client, ...AREAS);
    keeper.renew({
      ...keeper.target(),
      draftId: randomUuid(),
      dictationId: now.id,
      baseVersion: now.version,
    });
  };

  const showConflict = (failure: unknown): boolean => {
    if (!(failure instanceof ApiError) || !isDictation(failure.current)) return false;
    if (failure.code !== 'STALE' && failure.current.status !== 'Signed') return false;
    setTheirs(failure.current);
    return true;
  };

  const showFailure = (failure: unknown, fallback: string) => {
    const { message, hint = null, fieldErrors = {}, requestId = null } = toShownError(failure, fallback);
    const details = Object.values(fieldErrors)
      .flat()
      .filter((text) => !message.includes(text));
    setTrouble({
      problem: { message, hint, details, requestId },
      at: null,
    });
  };

  return {
    stored,
    /** The same, available before the next render. */
    storedNow: saver.stored,
    doing,
    trouble,
    theirs,
    check,
    say,
    saveDraft: () => run('draft', (body, draftId) => saver.save({ ...body, status: 'Draft' }, draftId)),
    saveForReview: () => run('review', (body, draftId) => saver.save({ ...body, status: 'Saved' }, draftId)),
    submitAndSign: () => run('sign', (body, draftId) => saver.sign(body, draftId)),
    /** Keeps the local version: the next save overwrites theirs. */
    keepMine: () => {
      if (theirs !== null) {
        saver.rebase(theirs);
        setStored(theirs);
      }
      setTheirs(null);
    },
    discard: async () => {
      const wasSent = keeper.state.get().phase === 'failing';
      await keeper.pause();
      keeper.stop();
      // A failed autosave may still have created a draft on the server.
      if (!keeper.isStored() && !wasSent) return;
      try {
        await call(draftDelete, { params: { id: keeper.target().draftId } });
      } catch (error) {
        // Another tab already discarded it.
        if (!(error instanceof ApiError) || error.status !== 404) {
          keeper.start();
          keeper.resume();
          throw error;
        }
      }
      void invalidateAreas(client, 'Dictation drafts');
    },
  };
}

const saveCalls = ({ templateId, templateVersion }: Note['start']['target']) => ({
  create: (body: NoteBody, { key, draftId }: { readonly key: string; readonly draftId: string }) =>
    call(dictationCreate, {
      body: { ...body, templateId, templateVersion, draftId },
      idempotencyKey: key,
    }),
  update: (id: string, body: NoteBody, on: { readonly version: number; readonly draftId: string }) =>
    call(dictationUpdate, { params: { id }, body: { ...body, ...on } }),
  sign: (id: string, version: number) => call(dictationSign, { params: { id }, body: { version } }),
});
