import { TypeAhead } from '#ui/TypeAhead.tsx';
import { findPeople, type PersonChoice } from './find-people.ts';

interface PersonPickerProps {
  readonly value: PersonChoice | null;
  readonly onChange: (person: PersonChoice | null) => void;
  readonly required?: boolean;
  readonly error?: string | undefined;
}

/** Finds an employee by name. */
export function PersonPicker(props: PersonPickerProps) {
  return (
    <TypeAhead<PersonChoice>
      unchosen="Nobody chosen"
      {...props}
      label="Employee"
      placeholder="Name"
      search={findPeople}
      optionKey={({ userId }) => userId}
      optionLabel={({ userName }) => userName}
    />
  );
}
