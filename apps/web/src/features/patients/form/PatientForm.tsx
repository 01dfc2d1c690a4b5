import type { Patient } from '@portal/contract/patients';
import { FULLY_MASKED_SSN, normalizeSsn } from '@portal/domain/ssn';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { usePractice } from '#lib/query/use-practice.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { leaveWarned } from '#ui/form/leave-guard.ts';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import {
  NEW_PATIENT,
  PATIENT_LABELS,
  patientInput,
  patientSchema,
  readPatient,
  type PatientFormKind,
  type PatientPayload,
} from './patient-form.ts';
import { PatientFormFields } from './PatientFormFields.tsx';
import { useDuplicateCheck } from './use-duplicate-check.ts';

type PatientFormProps = {
  /** Saves and navigates away. A stale save rejects with the current patient record. */
  readonly onSave: (patient: PatientPayload) => Promise<void>;
  readonly cancelTo: string;
} & (
  | { readonly kind: 'create'; readonly patient?: undefined; readonly isSsnHidden?: undefined }
  | {
      readonly kind: Exclude<PatientFormKind, 'create'>;
      readonly patient: Patient;
      /** The user may not see the SSN, or no longer: it is masked, and `onSave` must not send it. */
      readonly isSsnHidden: boolean;
    }
);

/** The patient form: validates, asks about likely duplicates, and saves. */
export function PatientForm({ kind, patient, isSsnHidden, onSave, cancelTo }: PatientFormProps) {
  const ssnMask = isSsnHidden === true ? FULLY_MASKED_SSN : undefined;
  const navigate = useNavigate();
  const today = usePractice().data?.today;
  const schema = useMemo(() => patientSchema(kind, today), [kind, today]);
  const duplicates = useDuplicateCheck(patient && { id: patient.id, identity: savedIdentity(patient, kind) });
  const form = useAppForm(schema, {
    defaultValues: kind === 'create' ? NEW_PATIENT : patientInput(patient, kind),
    draft: kind === 'create' ? 'patientCreate' : 'patientUpdate',
    beforeSave: duplicates.check,
    onSubmit: onSave,
    errorFallback: 'Failed to save patient',
    ...(kind !== 'create' && {
      stale: {
        read: (current) => {
          const latest = readPatient(current);
          return latest === null ? null : patientInput(latest, kind);
        },
        labels: PATIENT_LABELS,
      },
    }),
  });
  const { question } = duplicates;
  return (
    <Form form={form}>
      <PatientFormFields
        control={form.control}
        saved={patient}
        ssnMask={kind === 'keepsSsn' ? (patient.socialSecurityNumber ?? '') : ssnMask}
      />
      <FormActions cancelTo={cancelTo} submitLabel={kind === 'create' ? 'Add Patient' : 'Save'} />
      <DuplicatesDialog
        open={question?.isOpen ?? false}
        matches={question?.matches ?? []}
        unseenCount={question?.unseenCount ?? 0}
        onSave={() => question?.answer(true)}
        onBack={() => question?.answer(false)}
        // The dialog has already warned that this leaves the form.
        onOpen={({ id }) => void leaveWarned(() => navigate(`/patients/${id}`))}
        onClosed={() => form.formRef.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()}
      />
    </Form>
  );
}

/** The identity fields of the unchanged form. */
function savedIdentity(patient: Patient, kind: PatientFormKind) {
  const { firstName, lastName, dateOfBirth, gender, phone, socialSecurityNumber: ssn } = patient;
  return {
    firstName,
    lastName,
    dateOfBirth,
    gender,
    phone,
    ...(kind === 'edit' && { socialSecurityNumber: ssn === null ? null : normalizeSsn(ssn) }),
  };
}
