import PersonSearchOutlined from '@mui/icons-material/PersonSearchOutlined';
import { Button } from '@mui/material';
import { pillCountCalculate, type PillCountResult } from '@portal/contract/pill-counts';
import type { PatientRef } from '@portal/contract/refs';
import { patientLabel } from '@portal/domain/person-name';
import { useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { PatientAlerts } from '#pickers/PatientAlerts.tsx';
import { FormGuard } from '#ui/form/FormGuard.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { PageContent } from '#ui/PageContent.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { PageTabs } from '#ui/PageTabs.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { PillCountCalculator } from './PillCountCalculator.tsx';
import { EMPTY_COUNT, FIGURE_FIELDS, pillCountForm } from './pill-count-form.ts';
import { PillCountHistory } from './PillCountHistory.tsx';

const FIGURES: ReadonlySet<string> = new Set(FIGURE_FIELDS);

interface PillCountOfPatientProps {
  readonly patient: PatientRef;
  /** The practice's current date, YYYY-MM-DD. */
  readonly today: string;
  readonly onLeave: () => void;
}

/** Calculator and history of one patient. The form state is here, so that switching tabs keeps the input. */
export function PillCountOfPatient({ patient, today, onLeave }: PillCountOfPatientProps) {
  const [result, setResult] = useState<PillCountResult | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [, setParams] = useSearchParams();
  const toast = useToast();
  const calculate = useEndpointMutation(pillCountCalculate);
  const form = useAppForm(
    useMemo(() => pillCountForm(today), [today]),
    {
      about: patient.id,
      defaultValues: EMPTY_COUNT,
      draft: 'pillCountCalculate',
      errorFallback: isSaving ? 'Failed to save pill count' : 'Failed to calculate pill count',
      onSubmit: async (values) => {
        const calculated = await calculate.mutateAsync({ body: { patientId: patient.id, ...values } });
        if (!values.saveToHistory) {
          setResult(calculated);
          return undefined;
        }
        setResult(null);
        setSaving(false);
        toast.success(`Saved to history: ${calculated.complianceStatus}`);
        setParams({ patient: patient.id, tab: 'history' });
        return EMPTY_COUNT;
      },
    },
  );
  const { methods } = form;
  useEffect(
    () =>
      methods.subscribe({
        formState: { values: true },
        callback: ({ name, values }) => {
          if (name === 'saveToHistory') setSaving(values.saveToHistory);
          if (name !== undefined && FIGURES.has(name)) setResult(null);
        },
      }),
    [methods],
  );
  return (
    <PageContent>
      <PageHeader
        title="Pill Count"
        subtitle={patientLabel(patient)}
        actions={
          <Button variant="outlined" startIcon={<PersonSearchOutlined />} onClick={onLeave}>
            Change Patient
          </Button>
        }
      />
      <PatientAlerts patientId={patient.id} sx={{ mb: 2 }} />
      <FormGuard
        form={form}
        staysAt={({ pathname, search }) =>
          pathname === '/pill-count' && new URLSearchParams(search).get('patient') === patient.id
        }
      />
      <PageTabs
        label="Pill count"
        keeps={['patient']}
        tabs={[
          {
            id: 'calculator',
            label: 'Calculator',
            content: <PillCountCalculator form={form} result={result} today={today} isSaving={isSaving} />,
          },
          { id: 'history', label: 'History', content: <PillCountHistory patientId={patient.id} /> },
        ]}
      />
    </PageContent>
  );
}
