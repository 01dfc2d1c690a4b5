import { Alert, Box } from '@mui/material';
import { dictationGet, dictationList, type Dictation, type DictationRow } from '@portal/contract/dictations';
import type { ReactNode } from 'react';
import type { PracticeClock } from '@portal/domain/clock';
import { coSignatureText } from '@portal/domain/dictation/co-signature';
import { printedStored, storedReport } from '@portal/domain/dictation/print';
import { personName } from '@portal/domain/person-name';
import { useLiveRefresh } from '#lib/live/use-live-refresh.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useListedRow } from '#lib/query/visits.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { usePractice } from '#lib/query/use-practice.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordEditors, useEditorsAhead } from '#ui/RecordEditors.tsx';
import { RemovedNotice } from '#ui/RemovedNotice.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { WAITING_HEADER } from '#ui/Waiting.tsx';
import { DictationStatusChip } from '../lists/DictationStatusChip.tsx';
import { dictationName, MISSING_DICTATION } from '../dictation-labels.ts';
import { UnsavedChanges, useDraftsAhead } from '../drafts/UnsavedChanges.tsx';
import { OrderOfNote } from '../order/OrderNotice.tsx';
import { useActionsAhead, ViewActions } from './ViewActions.tsx';
import { ViewBilling, ViewReport } from './ViewReport.tsx';

/** Read-only view of a saved dictation: the report, the signature, and the addenda. */
export function ViewDictation({ id }: { readonly id: string }) {
  const input = { params: { id } };
  const query = useEndpointQuery(dictationGet, input);
  const isRemoved = useLiveRefresh(dictationGet, input, ({ entityId }) => entityId === id);
  const practice = usePractice();
  const listed = useListedRow(dictationList, id);
  const mayBeOpen = (query.data ?? listed)?.status !== 'Signed';
  useEditorsAhead('Dictation', id, mayBeOpen);
  useDraftsAhead(mayBeOpen);
  useActionsAhead(id);
  if (query.data !== undefined && practice.data !== undefined)
    return <Shown dictation={query.data} practice={practice.data} isRemoved={isRemoved} />;
  return (
    <PageContent>
      {listed === undefined || query.error !== null ? (
        <PageHeader title="Dictation" backTo="/dictations" {...(query.error === null && WAITING_HEADER)} />
      ) : (
        <DictationHeader dictation={listed} />
      )}
      <RecordPart query={query} fallback="Failed to load data" missing={MISSING_DICTATION} shape="note">
        {() => (
          <RecordPart query={practice} fallback="Failed to load data" shape="note">
            {() => null}
          </RecordPart>
        )}
      </RecordPart>
    </PageContent>
  );
}

interface ShownProps {
  readonly dictation: Dictation;
  readonly practice: PracticeClock;
  readonly isRemoved: boolean;
}

function Shown({ dictation, practice, isRemoved }: ShownProps) {
  const report =
    dictation.printed?.report ??
    storedReport(dictation.structure, dictation.formData, {
      isSigned: dictation.signature !== null,
      titles: dictation,
    });
  const printed = printedStored(dictation, practice);
  return (
    <PageContent>
      <DictationHeader
        dictation={dictation}
        actions={<ViewActions dictation={dictation} report={report} />}
      />
      <RemovedNotice isRemoved={isRemoved} />
      <CoSignatureNotice dictation={dictation} />
      {dictation.status === 'Signed' ? null : <RecordEditors entityType="Dictation" id={dictation.id} />}
      {dictation.status === 'Signed' ? null : (
        <UnsavedChanges id={dictation.id} name={dictationName(dictation)} />
      )}
      {dictation.orderId === null ? null : (
        <Box sx={{ '&:not(:empty)': { mb: 2 } }}>
          <OrderOfNote orderId={dictation.orderId} status={dictation.status} />
        </Box>
      )}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 400px' },
          gap: 2,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <ViewReport printed={printed} dictation={dictation} practice={practice} />
        </Box>
        <ViewBilling printed={printed} />
      </Box>
    </PageContent>
  );
}

function DictationHeader({
  dictation,
  actions,
}: {
  readonly dictation: DictationRow;
  readonly actions?: ReactNode;
}) {
  return (
    <PageHeader
      title="Dictation"
      subtitle={`${dictation.templateName} for ${dictation.patientName} (${dictation.patientMRN})`}
      badge={<DictationStatusChip {...dictation} />}
      backTo="/dictations"
      actions={actions}
    />
  );
}

/** Whose co-signature a signed dictation awaits, or why it was sent back. Nothing if it needs none, or has it. */
function CoSignatureNotice({ dictation: { coSignature } }: { readonly dictation: Dictation }) {
  const times = usePracticeTimes();
  if (coSignature === null || coSignature.state === 'CoSigned') return null;
  const { state, returned } = coSignature;
  const isReturned = state === 'Returned';
  const sentBack =
    returned === null
      ? null
      : `Sent back by ${personName(returned.byUser)} on ${times.dateTime(returned.returnedAt)}: ${returned.reason}`;
  return (
    <Alert severity={isReturned ? 'warning' : 'info'} sx={{ mb: 2, whiteSpace: 'pre-line' }}>
      {isReturned ? null : `${coSignatureText(coSignature)}.`}
      {sentBack === null ? null : <div translate="no">{sentBack}</div>}
      {isReturned ? 'After a provider’s addendum, the dictation awaits the co-signature again.' : null}
    </Alert>
  );
}
