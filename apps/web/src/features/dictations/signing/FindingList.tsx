import { Alert, AlertTitle, Box, Link, Typography } from '@mui/material';
import type { Dictation } from '@portal/contract/dictations';
import { dictationUseSide, type CheckFinding } from '@portal/contract/signing-checks';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { useToast } from '#ui/ToastProvider.tsx';
import { findingPath } from '../session/new-dictation.ts';
import { FindingSource } from './FindingSource.tsx';
import { UseSideButton } from './UseSideButton.tsx';
import { isBlocking, type FindingsCheck } from './use-findings.ts';

interface FindingListProps {
  readonly findings: readonly CheckFinding[];
  /** Renders the message as a link or button that leads to where it can be corrected. */
  readonly renderMessage: (finding: CheckFinding) => ReactNode;
  /** Renders what corrects a finding with one click, if anything does. */
  readonly renderFix?: (finding: CheckFinding) => ReactNode;
}

/** Lists what to look at before signing, with the file or list that says so; what prevents signing comes first. */
export function FindingList({ findings, renderMessage, renderFix }: FindingListProps) {
  return (
    <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
      {findings
        .toSorted((a, b) => Number(isBlocking(b)) - Number(isBlocking(a)))
        .map((finding) => (
          <li key={`${finding.check} ${finding.fieldId ?? ''} ${finding.lineIndex ?? ''} ${finding.message}`}>
            {hasPlace(finding) ? renderMessage(finding) : finding.message}
            {isBlocking(finding)
              ? ` ${finding.check === 'carriedUnseen' ? 'Look at' : 'Correct'} it before you sign.`
              : null}
            {renderFix?.(finding)}
            <FindingSource finding={finding} />
          </li>
        ))}
    </Box>
  );
}

/** Whether the finding is about a field or code of the dictation, and not, for example, about the report header. */
const hasPlace = ({ fieldId, code }: CheckFinding): boolean => fieldId !== null || code !== null;

interface FindingsAlertProps {
  readonly check: FindingsCheck;
  /** Called when a finding was corrected here, with the dictation as it is now. */
  readonly onChanged?: (dictation: Dictation) => void;
}

/** Shows what to look at in saved dictations before they are signed. Each message links to the editor. */
export function FindingsAlert({ check, onChanged }: FindingsAlertProps) {
  const { can } = useAccess();
  const change = useEndpointMutation(dictationUseSide, { alsoChanges: ['Dictation groups'] });
  const toast = useToast();
  const correct = async (dictationId: string, lineIndex: number) => {
    try {
      onChanged?.(await change.mutateAsync({ params: { id: dictationId }, body: { lineIndex } }));
    } catch (error) {
      toast.error(explainError(error, 'Failed to change the modifier'));
    }
  };
  const { dictations, hasFailed, isBlocked } = check;
  if (hasFailed)
    return (
      <Alert severity="warning" sx={{ mt: 2 }}>
        Could not check the dictation. Review it before you sign.
      </Alert>
    );
  if (dictations.length === 0) return null;
  return (
    <Alert severity={isBlocked ? 'error' : 'warning'} sx={{ mt: 2 }}>
      <AlertTitle>{isBlocked ? 'Correct this before you sign' : 'Check this before you sign'}</AlertTitle>
      {dictations.map(({ dictationId, patientName, templateName, findings }) => (
        <Box key={dictationId} sx={{ '& + &': { mt: 1 } }}>
          {check.isOne ? null : (
            <Typography variant="body2" sx={{ fontWeight: 600 }}>
              {patientName} – {templateName}
            </Typography>
          )}
          <FindingList
            findings={findings}
            renderMessage={(finding) => (
              <Link component={RouterLink} to={findingPath(dictationId, finding)}>
                {finding.message}
              </Link>
            )}
            renderFix={({ useSide, lineIndex, code }) =>
              useSide === undefined || lineIndex === null || !can('Dictation.Edit') ? null : (
                <UseSideButton
                  side={useSide}
                  line={`${code}, ${patientName}`}
                  isBusy={change.isPending}
                  onClick={() => void correct(dictationId, lineIndex)}
                />
              )
            }
          />
        </Box>
      ))}
    </Alert>
  );
}
