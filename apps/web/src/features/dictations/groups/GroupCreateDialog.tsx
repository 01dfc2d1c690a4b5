import { Alert, Typography } from '@mui/material';
import { groupCreate, groupValidate } from '@portal/contract/dictation-groups';
import { defaultGroupName } from '@portal/domain/dictation';
import { formatDateUs } from '@portal/domain/date';
import { useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { explainError } from '#lib/errors/error-text.ts';
import { call } from '#lib/portal.ts';
import { useEndpointMutation } from '#lib/query/endpoint-mutation.ts';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { leaveAfterSave } from '#ui/form/leave-guard.ts';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { FilterDate } from '#ui/FilterDate.tsx';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { useGroupable } from './use-groupable.ts';
import { GroupableList } from './GroupableList.tsx';
import { NotesElsewhere, useGroupPlace } from './NotesElsewhere.tsx';
import type { SessionChoice } from '../session/use-day-session.ts';

const schema = groupCreate.body.pick({ groupName: true, notes: true });

interface GroupCreateDialogProps {
  readonly choice: SessionChoice;
  readonly onCreated: (groupId: string) => void;
  readonly onClose: () => void;
}

/** Creates a group from the ungrouped dictations of a date. The server validates the selection first. */
export function GroupCreateDialog({ choice, onCreated, onClose }: GroupCreateDialogProps) {
  const toast = useToast();
  const place = useGroupPlace(choice);
  const [date, setDate] = useState(choice.sessionDate);
  const groupable = useGroupable(date, choice.providerId, choice.locationId);
  const ids = groupable.selection.rows.map(({ id }) => id);
  const [refused, setRefused] = useState<{ readonly ids: string; readonly problem: string } | null>(null);
  const warning = refused?.ids === ids.join() ? refused.problem : null;
  const create = useEndpointMutation(groupCreate, { alsoChanges: ['Dictations'] });
  const form = useAppForm(schema, {
    about: `${choice.providerId} ${choice.locationId}`,
    defaultValues: { groupName: '', notes: '' },
    beforeSave: async () => {
      const problem = await groupProblem(ids);
      setRefused(problem === null ? null : { ids: ids.join(), problem });
      return problem === null;
    },
    onSubmit: async (values) => {
      const group = await create.mutateAsync({ body: { dictationIds: ids, ...values } });
      toast.success(`${group.groupName} was created`);
      onClose();
      await leaveAfterSave(() => onCreated(group.id));
    },
    errorFallback: 'Failed to create group',
  });
  return (
    <FormDialog title="Create Group" size="sm" onClose={onClose}>
      <Form form={form}>
        <Typography>{place}</Typography>
        <FilterDate
          label="Date"
          value={date}
          onChange={(next) => {
            if (next !== '') setDate(next);
          }}
        />
        <GroupableList {...groupable} />
        <NotesElsewhere date={date} providerId={choice.providerId} locationId={choice.locationId} />
        <FormTextField
          control={form.control}
          name="groupName"
          label="Group Name"
          helperText={
            ids.length === 0 ? 'Optional' : `Default: ${defaultGroupName(formatDateUs(date), ids.length)}`
          }
        />
        <FormTextField control={form.control} name="notes" label="Notes" rows={2} />
        {warning === null ? null : <Alert severity="warning">{warning}</Alert>}
        <FormActions submitLabel="Create Group" />
      </Form>
    </FormDialog>
  );
}

/** Why these dictations cannot form a group, or null when they can. */
async function groupProblem(ids: readonly string[]): Promise<string | null> {
  if (ids.length === 0) return 'Please select at least one dictation';
  try {
    const { canGroup, message } = await call(groupValidate, { body: [...ids] });
    return canGroup ? null : message;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return explainError(error, 'Validation failed');
  }
}
