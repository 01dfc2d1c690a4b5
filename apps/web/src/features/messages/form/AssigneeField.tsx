import { Autocomplete, TextField } from '@mui/material';
import { userAssignable, type AssignablePerson } from '@portal/contract/messages';
import { lastFirst, personName } from '@portal/domain/person-name';
import type { FieldValues } from 'react-hook-form';
import { explainError } from '#lib/errors/error-text.ts';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { textOf, useField, type FieldProps } from '#ui/form/field.ts';
import { useChoiceText } from '#ui/use-choice-text.ts';

/** Milliseconds that the list of assignable users stays fresh. */
const FRESH_MS = 60_000;

/** "Lee, Ann (MD)". */
const label = (person: AssignablePerson): string =>
  `${lastFirst(person)}${person.title === null ? '' : ` (${person.title})`}`;

/** Picker for a user who may see phone messages. The form value is the user id, or `''` for none. */
export function AssigneeField<Input extends FieldValues, Output>(props: FieldProps<Input, Output>) {
  const field = useField(props);
  const { data, error, isLoading } = useEndpointQuery(userAssignable, {}, { staleTime: FRESH_MS });
  const people = data ?? [];
  const id = textOf(field.value);
  const chosen = people.find((person) => person.id === id) ?? null;
  const box = useChoiceText({
    unchosen: 'Nobody chosen',
    chosen: chosen === null ? null : label(chosen),
    onDrop: () => field.setValue(''),
  });
  const { typed } = box;
  return (
    <Autocomplete<AssignablePerson>
      fullWidth
      size="small"
      options={people}
      value={chosen}
      {...box.props}
      onChange={(_event, person) => {
        box.picked();
        field.setValue(person?.id ?? '');
      }}
      onBlur={() => {
        box.props.onBlur();
        field.onBlur();
      }}
      // Enter selects the only match.
      autoHighlight={typed !== '' && people.filter((person) => isMatch(person, typed)).length === 1}
      getOptionLabel={label}
      getOptionKey={(person) => person.id}
      filterOptions={(options, { inputValue }) => options.filter((person) => isMatch(person, inputValue))}
      loading={isLoading}
      loadingText="Loading..."
      noOptionsText={error === null ? 'No matches' : explainError(error, 'Failed to load users')}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={props.label}
          required={props.required ?? false}
          inputRef={field.ref}
          error={box.problem !== null || field.error !== undefined}
          helperText={box.problem ?? field.error ?? props.helperText}
        />
      )}
    />
  );
}

/** Whether every typed word occurs in the name or title, in any order. */
function isMatch(person: AssignablePerson, typed: string): boolean {
  const text = `${label(person)} ${personName(person)}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/[\s,()]+/)
    .every((word) => text.includes(word));
}
