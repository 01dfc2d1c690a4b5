import { Box } from '@mui/material';
import type { PatientRow } from '@portal/contract/patients';
import { fullName, patientLabel } from '@portal/domain/person-name';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { FormPatientField } from '#pickers/FormPatientField.tsx';
import type { PatientChoice } from '#pickers/PatientPicker.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateTimeField } from '#ui/form/FormDateTimeField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormPhoneField } from '#ui/form/FormPhoneField.tsx';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm, type AppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { AssigneeField } from './AssigneeField.tsx';
import { CallerMatches } from './CallerMatches.tsx';
import {
  currentRecord,
  formatFieldValue,
  messageForm,
  messageInput,
  type MessageInput,
  type MessageValues,
} from './message-form.ts';
import { CATEGORY_OPTIONS, MESSAGE_LABELS as LABELS, PRIORITY_OPTIONS } from '../message-labels.ts';

interface MessageFormProps {
  readonly start: MessageInput;
  /** The preselected patient, if any. */
  readonly patient: PatientChoice | null;
  /** Also shows the assignee field. */
  readonly isNew: boolean;
  readonly cancelTo: string;
  /** Saves and leaves the page. */
  readonly onSave: (values: MessageValues) => Promise<void>;
}

const { assignedToUserId: _assignee, ...COMPARED } = LABELS;

/** The phone message form. The phone number comes first because it can suggest the patient. */
export function MessageForm({ start, patient, isNew, cancelTo, onSave }: MessageFormProps) {
  const { can } = useAccess();
  const [known, setKnown] = useState<readonly PatientChoice[]>(patient === null ? [] : [patient]);
  const remember = (choice: PatientChoice | null) => {
    if (choice !== null) setKnown((all) => [choice, ...all.filter(({ id }) => id !== choice.id)]);
  };
  const times = usePracticeTimes();
  const form = useAppForm(messageForm, {
    defaultValues: start,
    draft: isNew ? 'messageCreate' : 'messageUpdate',
    onSubmit: onSave,
    errorFallback: 'Failed to save message',
    stale: {
      read: (current) => {
        const record = currentRecord(current);
        remember(record?.patient ?? null);
        return record === null ? null : messageInput(record);
      },
      labels: COMPARED,
      words: (name, value) => {
        const found = name === 'patientId' ? known.find(({ id }) => id === value) : undefined;
        return found === undefined ? formatFieldValue(name, value, times) : patientLabel(found);
      },
    },
  });
  const { control, methods } = form;
  const [phone, patientId] = useWatch({ control, name: ['callerPhone', 'patientId'] });
  const chosen = known.find(({ id }) => id === patientId) ?? null;

  const pick = (match: PatientRow) => {
    const change = { shouldDirty: true, shouldValidate: true } as const;
    remember(match);
    methods.setValue('patientId', match.id, change);
    // Keep a caller name that was entered: someone else may be calling about the patient.
    if (methods.getValues('callerName').trim() === '')
      methods.setValue('callerName', fullName(match.firstName, match.lastName), change);
    // The button that was pressed is gone.
    methods.setFocus('callerName');
  };

  return (
    <Form form={form}>
      <Section title="Caller">
        <FormGrid>
          <Box>
            <FormPhoneField control={control} name="callerPhone" label={LABELS.callerPhone} />
            {can('Patient.View') ? (
              <CallerMatches phone={phone ?? ''} patientId={patientId ?? ''} onPick={pick} />
            ) : null}
          </Box>
          <FormTextField control={control} name="callerName" label={LABELS.callerName} required />
          {can('Patient.View') ? (
            <FormPatientField
              control={control}
              name="patientId"
              initial={chosen}
              onChosen={remember}
              helperText="Leave blank if the call is not about a patient"
            />
          ) : null}
        </FormGrid>
      </Section>
      <MessageSection form={form} isNew={isNew} />
      <FormActions cancelTo={cancelTo} />
    </Form>
  );
}

interface MessageSectionProps {
  readonly form: AppForm<MessageInput, MessageValues>;
  readonly isNew: boolean;
}

function MessageSection({ form: { control, methods }, isNew }: MessageSectionProps) {
  const { can } = useAccess();
  return (
    <Section title="Message">
      <FormGrid>
        <FormRadioGroup
          control={control}
          name="category"
          label={LABELS.category}
          required
          options={CATEGORY_OPTIONS}
          onPicked={() => {
            if (methods.getValues('message').trim() === '') methods.setFocus('message');
          }}
        />
        <FormSelect
          control={control}
          name="priority"
          label={LABELS.priority}
          required
          options={PRIORITY_OPTIONS}
        />
        <FormDateTimeField control={control} name="callDateTime" label={LABELS.callDateTime} />
        {isNew && can('Message.Assign') ? (
          <AssigneeField
            control={control}
            name="assignedToUserId"
            label={LABELS.assignedToUserId}
            helperText="Optional; you can assign it later"
          />
        ) : null}
      </FormGrid>
      <Box sx={{ mt: 2 }}>
        <FormTextField control={control} name="message" label={LABELS.message} required rows={5} isWriting />
      </Box>
    </Section>
  );
}
