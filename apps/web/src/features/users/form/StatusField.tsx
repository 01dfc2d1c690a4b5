import { Alert } from '@mui/material';
import type { User } from '@portal/contract/users';
import type { Control } from 'react-hook-form';
import { usePracticeTimes } from '#lib/query/use-practice-times.ts';
import { useField } from '#ui/form/field.ts';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { clockedInText } from '../open-timecard.ts';
import { USER_LABELS, type UserInput, type UserPayload } from './user-form.ts';

const OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
] as const;

interface StatusFieldProps {
  readonly control: Control<UserInput, unknown, UserPayload>;
  /** Users cannot deactivate themselves. */
  readonly isOwn: boolean;
  readonly user: User;
}

/** Select for Active or Inactive, with a hint about what Inactive means. */
export function StatusField({ control, isOwn, user }: StatusFieldProps) {
  const { value } = useField({ control, name: 'isActive' });
  const help = isOwn
    ? 'You cannot deactivate yourself'
    : value === false
      ? 'Inactive users are signed out and cannot log in'
      : undefined;
  const times = usePracticeTimes();
  return (
    <>
      <FormSelect
        control={control}
        name="isActive"
        label={USER_LABELS.isActive}
        required
        disabled={isOwn}
        {...(help !== undefined && { helperText: help })}
        options={OPTIONS}
        toText={(isActive) => (isActive === false ? 'inactive' : 'active')}
        toValue={(option) => option === 'active'}
      />
      {value === false && user.clockedInSince !== null ? (
        <Alert severity="warning" sx={{ gridColumn: '1 / -1' }}>
          {clockedInText(user.firstName, user.clockedInSince, times)}
        </Alert>
      ) : null}
    </>
  );
}
