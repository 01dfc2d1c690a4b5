import DescriptionOutlinedIcon from '@mui/icons-material/DescriptionOutlined';
import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import FactCheckOutlinedIcon from '@mui/icons-material/FactCheckOutlined';
import NoteAddOutlinedIcon from '@mui/icons-material/NoteAddOutlined';
import PrintOutlinedIcon from '@mui/icons-material/PrintOutlined';
import VisibilityOutlinedIcon from '@mui/icons-material/VisibilityOutlined';
import { dictationExportText } from '@portal/contract/dictation-print';
import { dictationTemplateRules, type BillingCodeRule } from '@portal/contract/billing-code-rules';
import type { Dictation } from '@portal/contract/dictations';
import { userProviders } from '@portal/contract/users';
import { missingFieldsMessage } from '@portal/domain/dictation';
import { outdatedTexts } from '@portal/domain/dictation/edited-text';
import { textsBesideFields } from '@portal/domain/dictation/left-over-tags';
import type { PrintedReport } from '@portal/domain/dictation/print';
import { maySign } from '@portal/domain/roles';
import { isNoShow } from '@portal/domain/template/billing-option';
import { CONTENT_VERSION, type TemplateContent } from '@portal/domain/template/content';
import { brokenRules } from '@portal/domain/template/broken-references';
import { evaluateTemplate } from '@portal/domain/template/evaluate';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useAhead } from '#lib/query/visits.ts';
import { useAccess, useCurrentUser } from '#lib/session/use-session.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { useFile } from '#ui/use-file.ts';
import { useLastValue } from '#ui/use-last-value.ts';
import { Action } from './Action.tsx';
import { AddendumDialog } from './AddendumDialog.tsx';
import { CoSignActions } from './CoSignActions.tsx';
import { ShortcutsDialog } from '../keyboard/ShortcutsDialog.tsx';
import { useMarkReviewed } from '../pending/use-mark-reviewed.ts';
import { PendingSteps } from '../pending/PendingSteps.tsx';
import { linesOfDictation } from '../codes/code-lines.ts';
import { useOpenFindings, type OpenDictation } from '../signing/open-findings.ts';
import { SignDialog } from '../signing/SignDialog.tsx';
import { SignNextButton } from '../signing/SignNextButton.tsx';
import { usePrintDictation } from '../print/use-dictation-files.ts';
import { KEYS, useShortcuts, type Shortcut } from '../keyboard/use-shortcuts.ts';
import { pendingShortcuts, usePendingQueue } from '../pending/use-pending-queue.ts';
import { usePrintPreview } from '../print/use-print-preview.ts';

const PROVIDERS = { staleTime: 60_000 } as const;

/** Asks for what the actions need together with the dictation. */
export function useActionsAhead(id: string): void {
  usePendingQueue(id);
  useAhead(userProviders, {}, PROVIDERS);
}

interface ViewActionsProps {
  readonly dictation: Dictation;
  readonly report: PrintedReport;
}

/** Actions on the dictation being viewed, limited to the user's permissions. Edit is hidden once it is signed. */
export function ViewActions({ dictation, report }: ViewActionsProps) {
  const { id, status } = dictation;
  const { canEdit, canAddTo, signsThis, canSign } = useRights(dictation);
  const navigate = useNavigate();
  const { search } = useLocation();
  const { review, isReviewing } = useMarkReviewed();
  // Signing removes the dictation from the queue; Next still works.
  const queue = useLastValue(usePendingQueue(id));
  const nextId = queue?.nextId ?? null;
  // Only the button that signs without a dialog needs them.
  const findings = useFindings(dictation, canSign && nextId !== null);
  const [open, setOpen] = useState<'sign' | 'signNext' | 'help' | null>(null);

  const preview = usePreview(dictation, report);
  const pathOf = (pending: string) => `/dictations/${pending}${search}`;
  const edit = () => void navigate(`/dictations/${id}/edit${search}`);
  const keys: readonly Shortcut[] = [
    ...(canEdit ? [{ keys: KEYS.edit, label: 'Edit', run: edit }] : []),
    ...(canSign ? [{ keys: KEYS.finish, label: 'Sign', run: () => setOpen('sign') }] : []),
    { keys: KEYS.print, label: 'Print Preview', run: preview },
    ...pendingShortcuts(queue, (pending) => void navigate(pathOf(pending))),
    { keys: KEYS.help, label: 'Keyboard shortcuts', run: () => setOpen('help') },
  ];
  useShortcuts(keys);

  return (
    <>
      <PendingSteps position={queue} pathOf={pathOf} />
      <FileActions id={id} onPreview={preview} />
      {canAddTo ? (
        <AddendumAction
          dictation={dictation}
          isMain={signsThis && dictation.coSignature?.state === 'Returned'}
        />
      ) : null}
      <CoSignActions dictation={dictation} />
      {signsThis && canEdit && status === 'Saved' ? (
        <Action
          icon={<FactCheckOutlinedIcon />}
          isBusy={isReviewing}
          onClick={() => review(id, 'Dictation marked as reviewed')}
        >
          Mark Reviewed
        </Action>
      ) : null}
      {canEdit ? (
        <Action icon={<EditOutlinedIcon />} keys={KEYS.edit} isMain={!canSign} onClick={edit}>
          Edit
        </Action>
      ) : null}
      {canSign ? (
        <Action
          icon={<DrawOutlinedIcon />}
          keys={KEYS.finish}
          isMain={nextId === null}
          onClick={() => setOpen('sign')}
        >
          Sign
        </Action>
      ) : null}
      {canSign && nextId !== null ? (
        <SignNextButton
          key={id}
          dictation={dictation}
          hasFindings={findings.length > 0}
          onAsk={() => setOpen('signNext')}
          onSigned={() => void navigate(pathOf(nextId))}
        />
      ) : null}
      <SignDialog dictation={open === 'sign' ? dictation : null} onClose={() => setOpen(null)} />
      <SignDialog
        dictation={open === 'signNext' ? dictation : null}
        onSigned={() => void navigate(pathOf(nextId ?? id))}
        onClose={() => setOpen(null)}
      />
      <ShortcutsDialog open={open === 'help'} keys={keys} more={[]} onClose={() => setOpen(null)} />
    </>
  );
}

interface AddendumActionProps {
  readonly dictation: Dictation;
  readonly isMain: boolean;
}

function AddendumAction({ dictation, isMain }: AddendumActionProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Action icon={<NoteAddOutlinedIcon />} isMain={isMain} onClick={() => setOpen(true)}>
        Add Addendum
      </Action>
      {isOpen ? <AddendumDialog dictation={dictation} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** What the user may do with the dictation. Only its provider signs it. */
function useRights({ status, providerId }: Dictation) {
  const { can } = useAccess();
  const user = useCurrentUser();
  const isSigned = status === 'Signed';
  const signsThis = maySign(user.roles) && providerId === user.id;
  return {
    canEdit: can('Dictation.Edit') && !isSigned,
    canAddTo: can('Dictation.Edit') && isSigned,
    signsThis,
    canSign: signsThis && (status === 'Saved' || status === 'Completed'),
  };
}

interface FileActionsProps {
  readonly id: string;
  readonly onPreview: () => void;
}

/** Shows the note as it is printed, prints it and saves its text. */
function FileActions({ id, onPreview }: FileActionsProps) {
  const { print, isPrinting } = usePrintDictation();
  const text = useFile({
    endpoint: dictationExportText,
    fallbackName: 'dictation.txt',
    errorFallback: 'Failed to export dictation',
  });
  return (
    <>
      <Action icon={<VisibilityOutlinedIcon />} keys={KEYS.print} onClick={onPreview}>
        Print Preview
      </Action>
      <Action icon={<PrintOutlinedIcon />} isBusy={isPrinting} onClick={() => print(id)}>
        Print
      </Action>
      <Action
        icon={<DescriptionOutlinedIcon />}
        isBusy={text.isPending}
        onClick={() => text.save({ params: { id } })}
      >
        Export Text
      </Action>
    </>
  );
}

/** What to look at before signing; nothing while it is not needed. */
function useFindings(dictation: Dictation, isNeeded: boolean) {
  const { data: rules } = useEndpointQuery(
    dictationTemplateRules,
    { params: { id: dictation.templateId } },
    { staleTime: 60_000, enabled: isNeeded },
  );
  const checked = useMemo(() => checkedOf(dictation, rules ?? []), [dictation, rules]);
  return useOpenFindings(isNeeded ? checked : null);
}

/** Opens the print preview, or says what is missing for it. */
function usePreview(dictation: Dictation, report: PrintedReport): () => void {
  const toast = useToast();
  const openPreview = usePrintPreview();
  const providers = useEndpointQuery(userProviders, {}, PROVIDERS);
  return () => {
    const missing = missingOf(dictation);
    if (missing.length > 0) return toast.error(missingFieldsMessage(missing));
    openPreview({
      source: dictation,
      report,
      locationId: dictation.locationId,
      // A signature keeps the title from the time of signing, even if there was none.
      providerTitle:
        dictation.signature === null
          ? (providers.data?.find(({ id: providerId }) => providerId === dictation.providerId)?.title ?? null)
          : dictation.signature.title,
      writtenAt: dictation.createdAt,
      printed: dictation.printed,
    });
  };
}

/** Labels of the required fields that are still empty; a no-show needs none. */
const missingOf = (dictation: Dictation): readonly string[] =>
  isNoShow(dictation.billingOption) ? [] : checkedOf(dictation, []).evaluation.missing;

/** The dictation as the checks before signing see it. */
function checkedOf(dictation: Dictation, rules: readonly BillingCodeRule[]): OpenDictation {
  const content: TemplateContent = { version: CONTENT_VERSION, sections: dictation.structure.sections };
  return {
    content,
    evaluation: evaluateTemplate(content, {
      entered: dictation.formData,
      isSigned: dictation.signature !== null,
    }),
    editedFields: dictation.editedFields,
    editedFrom: dictation.editedFrom,
    outdated: outdatedTexts(content, dictation, dictation.editedFrom),
    rules,
    billingOption: dictation.billingOption,
    lines: linesOfDictation(dictation),
    traits: NO_TRAITS,
    patient: { dateOfBirth: dictation.patientDOB || null, gender: dictation.patientGender || null },
    providerId: dictation.providerId,
    procedureDate: dictation.procedureDate,
    texts: textsBesideFields(dictation),
    dictationId: dictation.id,
    patientId: dictation.patientId,
    locationId: dictation.locationId,
    brokenRules: brokenRules(content, rules),
  };
}

const NO_TRAITS: OpenDictation['traits'] = new Map();
