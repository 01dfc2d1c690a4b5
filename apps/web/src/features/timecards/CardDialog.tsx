import { Typography } from '@mui/material';
import { timecardAdd, timecardChange, type Timecard } from '@portal/contract/timecards';
import { isTimeOfDay } from '@portal/domain/calendar';
import { splitZone, type PracticeClock } from '@portal/domain/clock';
import { useMemo, useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import {
  CARD_LABELS as LABELS,
  cardForm,
  cardInput,
  currentCard,
  newCard,
  type CardInput,
} from './card-form.ts';
import { PersonPicker } from './PersonPicker.tsx';
import type { PersonChoice } from './find-people.ts';

interface CardDialogProps {
  /** Null to add a missing card. */
  readonly card: Timecard | null;
  /** The preselected employee for a new card. */
  readonly person?: PersonChoice | null;
  readonly today: string;
  readonly practice: PracticeClock;
  readonly onClose: () => void;
}

/** Corrects an employee's timecard or adds a missing one, with a reason. */
export function CardDialog({ card, person = null, today, practice, onClose }: CardDialogProps) {
  const add = useEndpointMutation(timecardAdd);
  const change = useEndpointMutation(timecardChange);
  const toast = useToast();
  const times = usePracticeTimes();
  const { timeZone, clock } = practice;
  const form = useAppForm(
    useMemo(() => cardForm({ timeZone, clock }), [timeZone, clock]),
    {
      about: card?.id ?? person?.userId,
      draft: card === null ? 'timecardAdd' : 'timecardChange',
      defaultValues: card === null ? newCard(person?.userId ?? '', today) : cardInput(card, timeZone),
      errorFallback: card === null ? 'Failed to add timecard' : 'Failed to correct timecard',
      stale: {
        read: (current) => currentCard(current, timeZone),
        labels: LABELS,
        words: (_name, value) =>
          typeof value === 'string' && isTimeOfDay(splitZone(value).time)
            ? times.timeOfDay(value)
            : undefined,
      },
      onSubmit: async ({ userId, version, ...fields }) => {
        const saved =
          card === null
            ? await add.mutateAsync({ body: { userId, ...fields } })
            : await change.mutateAsync({ params: { id: card.id }, body: { ...fields, version } });
        if (saved.proposedTimes !== null)
          toast.success('The correction was saved. It counts as soon as another person confirms it.');
        else toast.success(card === null ? 'The timecard was added' : 'The timecard was corrected');
        onClose();
      },
    },
  );
  const { control } = form;
  return (
    <FormDialog
      newsOf={card?.id}
      size="sm"
      title={card === null ? 'Add Timecard' : `Correct Timecard of ${card.userName}`}
      onClose={onClose}
    >
      <Form form={form}>
        {card === null ? <PersonField control={control} initial={person} /> : null}
        <FormDateField
          control={control}
          name="workDate"
          label={LABELS.workDate}
          required
          hasCalendar
          max={today}
        />
        <FormGrid>
          <FormTimeField control={control} name="clockInTime" label={LABELS.clockInTime} required />
          <FormTimeField
            control={control}
            name="clockOutTime"
            label={LABELS.clockOutTime}
            helperText="Leave blank if still at work"
          />
          <FormTimeField control={control} name="lunchStartTime" label={LABELS.lunchStartTime} />
          <FormTimeField control={control} name="lunchEndTime" label={LABELS.lunchEndTime} />
        </FormGrid>
        <Typography variant="body2" color="textSecondary">
          Times are in the practice’s time zone. Times before the clock-in are on the next day.
        </Typography>
        <FormTextField control={control} name="notes" label={LABELS.notes} rows={2} />
        <FormTextField
          control={control}
          name="reason"
          label="Reason"
          required
          rows={2}
          helperText="10 to 500 characters; recorded with the previous values"
        />
        <FormActions submitLabel={card === null ? 'Add' : 'Save'} />
      </Form>
    </FormDialog>
  );
}

interface PersonFieldProps<Output> {
  readonly control: Control<CardInput, unknown, Output>;
  readonly initial: PersonChoice | null;
}

function PersonField<Output>({ control, initial }: PersonFieldProps<Output>) {
  const { field, fieldState } = useController({ control, name: 'userId' });
  const [person, setPerson] = useState(initial);
  return (
    <PersonPicker
      required
      value={person}
      error={fieldState.error?.message}
      onChange={(chosen) => {
        setPerson(chosen);
        field.onChange(chosen?.userId ?? '');
      }}
    />
  );
}
