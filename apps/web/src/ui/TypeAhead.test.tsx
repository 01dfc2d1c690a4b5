import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { TypeAhead } from './TypeAhead.tsx';

interface Patient {
  readonly id: string;
  readonly name: string;
}

function Example({
  search,
}: {
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Patient[]>;
}) {
  const [value, setValue] = useState<Patient | null>(null);
  return (
    <>
      <TypeAhead
        label="Patient"
        value={value}
        onChange={setValue}
        search={search}
        optionKey={({ id }) => id}
        optionLabel={({ name }) => name}
      />
      <output aria-label="chosen">{value?.id}</output>
    </>
  );
}

describe('spec 1 §2.11 the patient search used elsewhere', () => {
  it('starts at two characters, asks once typing pauses, and is chosen by keyboard', async () => {
    const asked: string[] = [];
    const search = async (text: string) => {
      asked.push(text);
      return [
        { id: '1', name: 'Ann Lee' },
        { id: '2', name: 'Anna Lee' },
      ];
    };
    render(<Example search={search} />);
    const user = userEvent.setup();
    const box = screen.getByRole('combobox', { name: 'Patient' });
    await user.type(box, 'a');
    expect(screen.getByText('Type at least 2 characters')).toBeTruthy();
    await user.type(box, 'nn');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    expect(asked).toEqual(['ann']);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(screen.getByLabelText('chosen').textContent).toBe('2');
    expect(box).toHaveProperty('value', 'Anna Lee');
    expect(asked).toEqual(['ann']);
  });

  it('spec 1 §8 says that a search failed', async () => {
    render(<Example search={() => Promise.reject(new Error('x'))} />);
    await userEvent.type(screen.getByRole('combobox'), 'lee');
    await waitFor(() => expect(screen.getByText('The search failed. Type again to retry.')).toBeTruthy());
  });
});
