import DrawOutlinedIcon from '@mui/icons-material/DrawOutlined';
import UndoOutlinedIcon from '@mui/icons-material/UndoOutlined';
import { dictationCoSign, dictationSendBack } from '@portal/contract/co-signing';
import type { Dictation } from '@portal/contract/dictations';
import { formatDateUs } from '@portal/domain/date';
import { isCoSignatureStep, mayCoSign, type CoSignatureStep } from '@portal/domain/dictation/co-signature';
import { useState } from 'react';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useCurrentUser } from '#lib/session/use-session.ts';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { dictationName } from '../dictation-labels.ts';
import { Action } from './Action.tsx';

const CHANGES = { alsoChanges: ['Dashboard', 'Patients', 'Charges', 'Notifications'] } as const;

/** What another physician does with a signed dictation that awaits a co-signature: co-sign it, or send it back. */
export function CoSignActions({ dictation }: { readonly dictation: Dictation }) {
  const user = useCurrentUser();
  const coSign = useEndpointMutation(dictationCoSign, CHANGES);
  const sendBack = useEndpointMutation(dictationSendBack, CHANGES);
  const [open, setOpen] = useState<CoSignatureStep | null>(null);
  const { id, version, coSignature, addendums } = dictation;
  const may = (step: CoSignatureStep) =>
    coSignature !== null && mayCoSign(user, dictation) && isCoSignatureStep(coSignature.state, step);
  const close = () => setOpen(null);
  const about = `${dictationName(dictation)}, ${formatDateUs(dictation.procedureDate)}.`;
  const withAddenda =
    addendums.length === 0 ? '' : addendums.length === 1 ? ' with the addendum' : ' with all addenda';
  return (
    <>
      {may('sendBack') ? (
        <Action icon={<UndoOutlinedIcon />} onClick={() => setOpen('sendBack')}>
          Send Back
        </Action>
      ) : null}
      {may('coSign') ? (
        <Action icon={<DrawOutlinedIcon />} isMain onClick={() => setOpen('coSign')}>
          Co-Sign
        </Action>
      ) : null}
      <ConfirmDialog
        newsOf={id}
        open={open === 'coSign'}
        title="Co-sign this dictation?"
        text={`${about} Your name, title and the time are printed below the signature of ${dictation.signature?.name ?? ''}${withAddenda}. A co-signature cannot be undone.`}
        confirmLabel="Co-Sign"
        errorFallback="Failed to co-sign dictation"
        onConfirm={async () => {
          await coSign.mutateAsync({ params: { id }, body: { version } });
          return `${dictationName(dictation)} co-signed`;
        }}
        onClose={close}
      />
      <ConfirmDialog
        newsOf={id}
        open={open === 'sendBack'}
        title="Send this dictation back?"
        text={`${about} ${dictation.providerName} is asked for an addendum, and sees your reason. The signed text stays as it is.`}
        confirmLabel="Send Back"
        asksReason
        errorFallback="Failed to send the dictation back"
        onConfirm={async (reason) => {
          await sendBack.mutateAsync({ params: { id }, body: { reason, version } });
          return `${dictationName(dictation)} sent back`;
        }}
        onClose={close}
      />
    </>
  );
}
