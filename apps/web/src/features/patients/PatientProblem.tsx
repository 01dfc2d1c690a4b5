import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '#lib/api/api-error.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { RecordPart } from '#ui/RecordPart.tsx';
import { WAITING_HEADER, type Shape } from '#ui/Waiting.tsx';

interface PatientProblemProps {
  readonly title: string;
  /** Shown instead of the title while the patient loads, if a list has named the patient. */
  readonly header?: ReactNode;
  readonly query: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>;
  /** What the page will look like. */
  readonly shape: Shape;
  /** Message if the server sent none. */
  readonly fallback: string;
}

const MISSING = { text: 'Patient not found', to: '/patients', linkLabel: 'Go to patients' };

/** Replaces a patient's page until the patient has loaded: placeholders, or an error message. */
export function PatientProblem({ title, header = null, shape, query, fallback }: PatientProblemProps) {
  return (
    <PageContent width={shape === 'form' ? 'form' : 'full'}>
      {header !== null && query.error === null ? (
        header
      ) : (
        <PageHeader
          title={title}
          backTo="/patients"
          {...(query.error === null && shape === 'chart' && WAITING_HEADER)}
        />
      )}
      <RecordPart query={{ ...query, data: undefined }} fallback={fallback} missing={MISSING} shape={shape}>
        {() => null}
      </RecordPart>
    </PageContent>
  );
}
