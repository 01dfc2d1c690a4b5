import { Autocomplete, TextField, Typography } from '@mui/material';
import { scheduleCopy } from '@portal/contract/timecard-schedules';
import { dateOnly, id } from '@portal/contract/fields';
import { useCallback, useState } from 'react';
import { useController, type Control } from 'react-hook-form';
import { z } from 'zod';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useSearch } from '#ui/use-search.ts';
import { findPeople, type PersonChoice } from '../find-people.ts';
import { scheduleNews } from './schedule-news.ts';
import type { ScheduledPerson } from './schedule-columns.tsx';
import { useChoiceText } from '#ui/use-choice-text.ts';

const schema = z.strictObject({
  userIds: z.array(id).min(1, 'Choose who to copy to').max(200, 'Copy to at most 200 employees at once'),
  effectiveFrom: dateOnly('Effective from'),
});
type Input = z.input<typeof schema>;

interface CopyWeekDialogProps {
  readonly source: ScheduledPerson;
  readonly today: string;
  readonly onClose: () => void;
}

/** Copies an employee's schedule to other employees from a date on. */
export function CopyWeekDialog({ source, today, onClose }: CopyWeekDialogProps) {
  const copy = useEndpointMutation(scheduleCopy);
  const toast = useToast();
  const form = useAppForm(schema, {
    about: source.userId,
    defaultValues: { userIds: [], effectiveFrom: today },
    errorFallback: 'Failed to copy schedule',
    onSubmit: async (values) => {
      const body = { ...values, sourceUserId: source.userId };
      const { affectedUserCount: count } = await copy.mutateAsync({ body });
      toast.success(`The schedule was copied to ${count} ${count === 1 ? 'employee' : 'employees'}`);
      onClose();
    },
  });
  return (
    <FormDialog
      newsOf={scheduleNews(source.userId)}
      title={`Copy Schedule of ${source.userName}`}
      onClose={onClose}
    >
      <Form form={form}>
        <Typography>
          The selected employees get this schedule on the effective date. Their current schedules end the day
          before; past days keep them.
        </Typography>
        <PeopleField control={form.control} sourceId={source.userId} />
        <FormDateField
          control={form.control}
          name="effectiveFrom"
          label="Effective From"
          required
          hasCalendar
        />
        <FormActions submitLabel="Copy" />
      </Form>
    </FormDialog>
  );
}

interface PeopleFieldProps<Output> {
  readonly control: Control<Input, unknown, Output>;
  readonly sourceId: string;
}

/** Multi-select of employees. An empty search lists the first ones by name. */
function PeopleField<Output>({ control, sourceId }: PeopleFieldProps<Output>) {
  const { field, fieldState } = useController({ control, name: 'userIds' });
  // A stable reference, because Autocomplete clears the input when `value` is a new array.
  const [people, setPeople] = useState<PersonChoice[]>([]);
  const box = useChoiceText({ unchosen: 'Nobody chosen', chosen: null });
  const { typed } = box;
  const find = useCallback(
    async (text: string, signal: AbortSignal) =>
      (await findPeople(text, signal)).filter(({ userId }) => userId !== sourceId),
    [sourceId],
  );
  const { options, isLoading, isFailed, tooLong } = useSearch(typed.trim(), find, 0);
  return (
    <Autocomplete
      multiple
      size="small"
      options={options}
      value={people}
      {...box.props}
      onChange={(_event, chosen) => {
        box.picked();
        setPeople(chosen);
        field.onChange(chosen.map(({ userId }) => userId));
      }}
      filterOptions={(found) => found}
      filterSelectedOptions
      disableCloseOnSelect
      autoHighlight={options.length === 1}
      getOptionKey={({ userId }) => userId}
      getOptionLabel={({ userName }) => userName}
      isOptionEqualToValue={(a, b) => a.userId === b.userId}
      loading={isLoading}
      loadingText="Searching..."
      noOptionsText={isFailed ? 'The search failed. Try again.' : 'No employees found'}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Copy To"
          required
          error={tooLong !== null || box.problem !== null || fieldState.error !== undefined}
          helperText={tooLong ?? box.problem ?? fieldState.error?.message}
        />
      )}
    />
  );
}
