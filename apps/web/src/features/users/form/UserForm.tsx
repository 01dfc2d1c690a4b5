import { Alert, TextField } from '@mui/material';
import type { User } from '@portal/contract/users';
import { personName } from '@portal/domain/person-name';
import { useState } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { withSaveFailure } from '#lib/errors/save-failure.ts';
import { WaitingWork } from '#pickers/WaitingWork.tsx';
import { Form } from '#ui/form/Form.tsx';
import { FormActions } from '#ui/form/FormActions.tsx';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormDateField } from '#ui/form/FormDateField.tsx';
import { FormGrid } from '#ui/form/FormGrid.tsx';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { useAppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { RoleField, useRoleIds } from './RoleField.tsx';
import { StatusField } from './StatusField.tsx';
import {
  currentInput,
  needsTitle,
  newUserInput,
  officeOptions,
  supervisorOptions,
  titleOptions,
  USER_LABELS as LABELS,
  userFields,
  userFormSchema,
  userInput,
  withoutStrayTitle,
  wordsFor,
  type UserChoices,
  type UserInput,
  type UserPayload,
} from './user-form.ts';
import { useUserRules } from './user-rules.ts';

interface UserFormProps {
  readonly choices: UserChoices;
  /** Omitted for a new user. */
  readonly user?: User;
  /** Saves the user and shows the next step. */
  readonly onSave: (values: UserPayload) => Promise<void>;
}

/** The user form. */
export function UserForm({ choices, user, onSave }: UserFormProps) {
  const { roles, offices } = choices;
  const { isSelf } = useUserRules();
  const [schema] = useState(() => userFormSchema(roles));
  const form = useAppForm(schema, {
    fields: userFields,
    draft: user === undefined ? 'userCreate' : 'userUpdate',
    defaultValues: user === undefined ? newUserInput(roles) : userInput(user, roles),
    onSubmit: (values) => withSaveFailure('users', () => onSave(withoutStrayTitle(values, roles))),
    errorFallback: 'Failed to save user',
    stale: {
      read: (current) => currentInput(current, roles),
      labels: LABELS,
      words: wordsFor(choices),
    },
  });
  const { control } = form;
  const roleIds = useRoleIds(control);
  const isActive = useWatch({ control, name: 'isActive' });
  const isProvider = needsTitle(roles, roleIds);
  const isLeaving = (saved: User) =>
    saved.isActive &&
    (isActive === false || userInput(saved, roles).roleIds.some((id) => !roleIds.includes(id)));
  const isOwn = user !== undefined && isSelf(user);
  return (
    <Form form={form}>
      {user === undefined ? (
        <Alert severity="info">
          The system generates a unique username from the name and a temporary password. The user must change
          the password at first login.
        </Alert>
      ) : null}
      <Section title="User">
        <FormGrid>
          <FormTextField control={control} name="firstName" label={LABELS.firstName} required />
          <FormTextField control={control} name="lastName" label={LABELS.lastName} required />
          <RoleField
            control={control}
            roles={roles}
            savedIds={user === undefined ? null : userInput(user, roles).roleIds}
            lockedBecause={isOwn ? 'You cannot change your own roles' : undefined}
          />
          {isProvider ? <ProviderFields control={control} choices={choices} user={user} /> : null}
          {user === undefined ? null : <StatusField control={control} isOwn={isOwn} user={user} />}
        </FormGrid>
        {user === undefined ? null : (
          <WaitingWork
            userId={user.id}
            name={personName(user)}
            {...(isLeaving(user) ? {} : { lost: [] })}
            onReassign={(id) => form.methods.setValue('reassignTo', id, { shouldDirty: true })}
          />
        )}
      </Section>
      <Account control={control} user={user} />
      <Section title="Employment">
        <FormGrid>
          <FormSelect
            control={control}
            name="officeId"
            label={LABELS.officeId}
            options={officeOptions(offices, user?.office ?? null)}
            noneLabel="None"
            toValue={(id) => (id === '' ? null : id)}
          />
          <FormTextField control={control} name="employeeId" label={LABELS.employeeId} />
          <FormDateField control={control} name="hireDate" label={LABELS.hireDate} hasCalendar />
        </FormGrid>
      </Section>
      <FormActions cancelTo="/users" submitLabel={user === undefined ? 'Create User' : 'Save'} />
    </Form>
  );
}

interface FieldsProps {
  readonly control: Control<UserInput, unknown, UserPayload>;
}

interface ProviderFieldsProps extends FieldsProps {
  readonly choices: UserChoices;
  readonly user: User | undefined;
}

function ProviderFields({ control, choices, user }: ProviderFieldsProps) {
  return (
    <>
      <FormSelect
        control={control}
        name="title"
        label={LABELS.title}
        required
        options={titleOptions(choices.titles, user?.title ?? null)}
        noneLabel="None"
      />
      <FormTextField
        control={control}
        name="npi"
        label={LABELS.npi}
        inputMode="numeric"
        helperText="National Provider Identifier, printed on orders"
      />
      <FormSelect
        control={control}
        name="supervisorId"
        label={LABELS.supervisorId}
        options={supervisorOptions(choices.physicians, user)}
        noneLabel="None"
        helperText="Co-signs every dictation that this provider signs"
        toValue={(id) => (id === '' ? null : id)}
      />
    </>
  );
}

function Account({ control, user }: FieldsProps & { readonly user: User | undefined }) {
  if (user === undefined)
    return (
      <Section title="Account">
        <FormGrid>
          <FormTextField
            control={control}
            name="email"
            type="email"
            label={LABELS.email}
            helperText="Single sign-on finds the user by this address. If it is blank, the system generates one, which single sign-on does not use."
          />
        </FormGrid>
      </Section>
    );
  return (
    <Section title="Account">
      <FormGrid>
        <TextField
          fullWidth
          label="Username"
          value={user.username}
          helperText="Username cannot be changed"
          slotProps={{ htmlInput: { readOnly: true } }}
        />
        <FormTextField
          control={control}
          name="email"
          type="email"
          label={LABELS.email}
          required
          helperText="Single sign-on finds the user by this address. The user is notified of a change."
        />
        {user.emailConfirmed ? null : (
          <FormCheckbox
            control={control}
            name="emailConfirmed"
            label={`The system generated ${user.email}. I have checked that it is this user’s address.`}
          />
        )}
      </FormGrid>
    </Section>
  );
}
