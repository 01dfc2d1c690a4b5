import { Alert, Button } from '@mui/material';
import { formDraftGet, formDraftMarks, type FormDraftMark } from '@portal/contract/form-drafts';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { FieldValues } from 'react-hook-form';
import { explainError } from '#lib/errors/error-text.ts';
import { openDrafts, type FormDraft } from '#lib/drafts/form-draft.ts';
import { valuesOfDraft } from '#lib/drafts/open-draft.ts';
import { call } from '#lib/portal.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useToast } from '../ToastProvider.tsx';
import { draftContent, neverKept } from './draft-content.ts';
import type { AppForm, OwnDraft } from './use-app-form.ts';

/** Unsaved input that a form continues, and the draft that it was kept in. */
interface RestoredInput {
  readonly why: 'session' | 'save' | 'draft';
  readonly draft?: { readonly updatedAt: string } | undefined;
}

interface DraftKeepingProps<Input extends FieldValues, Output> {
  readonly form: AppForm<Input, Output>;
  readonly draft: OwnDraft;
  readonly place: {
    readonly address: string;
    readonly about: string | null;
    readonly dialog: string | undefined;
  };
  /** What the form continues already; null if it is new. */
  readonly restored: RestoredInput | null;
  readonly onContinue: (kept: ReturnType<typeof valuesOfDraft>) => void;
}

/** Keeps what is typed into the form as a draft, says if it cannot, and offers an earlier draft of the same form. */
export function DraftKeeping<Input extends FieldValues, Output>({
  form,
  draft: { form: kind, patientId, autosave },
  place,
  restored,
  onContinue,
}: DraftKeepingProps<Input, Output>) {
  const { methods } = form;
  const read = useEffectEvent(() =>
    draftContent(form.unsaved(), { ...place, dialog: place.dialog ?? null }, patientId),
  );
  const isSaving = useEffectEvent(() => form.isSaving());
  useEffect(() => {
    const disconnect = autosave.connect(
      () => read(),
      () => isSaving(),
    );
    const unsubscribe = methods.subscribe({ formState: { values: true }, callback: autosave.changed });
    return () => {
      unsubscribe();
      disconnect();
    };
  }, [autosave, methods]);
  return (
    <>
      {restored?.why === 'draft' && restored.draft !== undefined ? (
        <RestoredDraft
          autosave={autosave}
          updatedAt={restored.draft.updatedAt}
          leftOut={neverKept(methods.getValues())}
        />
      ) : null}
      <DraftProblem autosave={autosave} />
      {restored !== null || form.isDirty ? null : (
        <DraftOffer
          isOurs={({ form: of, address, about }) =>
            of === kind && address === place.address && about === place.about
          }
          onContinue={onContinue}
        />
      )}
    </>
  );
}

interface RestoredDraftProps {
  readonly autosave: FormDraft;
  readonly updatedAt: string;
  /** What the form has that no draft contains; null if nothing. */
  readonly leftOut: string | null;
}

function RestoredDraft({ autosave, updatedAt, leftOut }: RestoredDraftProps) {
  const { isCut } = useSyncExternalStore(autosave.state.subscribe, autosave.state.get);
  const times = usePracticeTimes();
  return (
    <Alert severity="info">
      Restored from your draft of {times.dateTime(updatedAt)}.{leftOut === null ? '' : ` ${leftOut}`}
      {isCut ? ' This form has changed since: what no longer fits was left out.' : ''}
    </Alert>
  );
}

function DraftProblem({ autosave }: { readonly autosave: FormDraft }) {
  const { problem } = useSyncExternalStore(autosave.state.subscribe, autosave.state.get);
  if (problem === null) return null;
  const takeOver = () => {
    // If it fails, the new problem is shown.
    void autosave.keep({ takeOver: true }).catch(() => undefined);
  };
  return (
    <Alert
      severity="warning"
      action={
        problem.code === 'STALE' ? (
          <Button color="inherit" size="small" onClick={takeOver}>
            Keep this one
          </Button>
        ) : undefined
      }
    >
      No draft of this form is kept at the moment. {explainError(problem, 'The draft could not be sent.')}{' '}
      What you typed is only on this page: leave it open until you have saved.
    </Alert>
  );
}

interface DraftOfferProps {
  readonly isOurs: (mark: FormDraftMark) => boolean;
  readonly onContinue: (kept: ReturnType<typeof valuesOfDraft>) => void;
}

/** Offers the user's newest draft of the form, so that nothing is typed twice. */
function DraftOffer({ isOurs, onContinue }: DraftOfferProps) {
  // A failed read hides the offer; the drafts are in their list.
  const { data } = useEndpointQuery(formDraftMarks, {});
  const { ids: open } = useSyncExternalStore(openDrafts.subscribe, openDrafts.get);
  const times = usePracticeTimes();
  const toast = useToast();
  const [isClosed, setClosed] = useState(false);
  const mark = data?.find((each) => isOurs(each) && !open.includes(each.id));
  if (mark === undefined || isClosed) return null;
  const load = async () => {
    try {
      onContinue(valuesOfDraft(await call(formDraftGet, { params: { id: mark.id } })));
    } catch (error) {
      toast.error(explainError(error, 'Failed to open the draft'));
    }
  };
  return (
    <Alert
      severity="info"
      role="note"
      action={
        <>
          <Button color="inherit" size="small" onClick={() => void load()}>
            Continue
          </Button>
          <Button color="inherit" size="small" onClick={() => setClosed(true)}>
            Not now
          </Button>
        </>
      }
    >
      You have a draft of this form of {times.dateTime(mark.updatedAt)}.
    </Alert>
  );
}
