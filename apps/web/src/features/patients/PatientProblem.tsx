import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from '#lib/api/api-error.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import type { Shape } from '#ui/Waiting.tsx';

interface PatientProblemProps {
  readonly title: string;
  readonly query: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>;
  /** What the page will look like. */
  readonly shape?: Shape;
  /** Message if the server sent none. */
  readonly fallback: string;
}

const MISSING = { text: 'Patient not found', to: '/patients', linkLabel: 'Go to patients' };

/** Replaces a patient's page until the patient has loaded: placeholders, or an error message. */
export function PatientProblem({ title, shape = 'form', query, fallback }: PatientProblemProps) {
  return (
    <PageContent width="form">
      <PageHeader title={title} backTo="/patients" />
      <RecordPart query={{ ...query, data: undefined }} fallback={fallback} missing={MISSING} shape={shape}>
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
