import { render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
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
        unchosen="No patient chosen"
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

const chosen = () => screen.getByLabelText('chosen').textContent;
const typeAhead = () => screen.getByRole('combobox', { name: 'Patient' });

describe('patient type-ahead', () => {
  it('searches from two characters once typing pauses, and is selectable by keyboard', async () => {
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

  it('keeps what is typed when the value arrives later, and shows the value after leaving the field', async () => {
    const common = {
      label: 'Patient',
      unchosen: 'No patient chosen',
      onChange: () => undefined,
      search: async () => [],
      optionKey: ({ id }: Patient) => id,
      optionLabel: ({ name }: Patient) => name,
    };
    const { rerender } = render(<TypeAhead {...common} value={null} />);
    const user = userEvent.setup();
    await user.type(typeAhead(), 'ann');
    rerender(<TypeAhead {...common} value={{ id: '1', name: 'Ben Roe' }} />);
    expect(typeAhead()).toHaveProperty('value', 'ann');
    await user.tab();
    expect(typeAhead()).toHaveProperty('value', 'Ben Roe');
    rerender(<TypeAhead {...common} value={{ id: '2', name: 'Cy Poe' }} />);
    expect(typeAhead()).toHaveProperty('value', 'Cy Poe');
  });

  describe('Enter', () => {
    const LEE = { id: '1', name: 'Ann Lee' };
    const POE = { id: '2', name: 'Max Poe' };
    const search = async (text: string) => [LEE, POE].filter(({ name }) => name.toLowerCase().includes(text));

    it('selects the only match, but nothing if there are several', async () => {
      render(<Example search={async (text) => (text === 'lee' ? [LEE] : [LEE, POE])} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'ma');
      expect(await screen.findAllByRole('option')).toHaveLength(2);
      await user.keyboard('{Enter}');
      expect(chosen()).toBe('');
      await user.clear(typeAhead());
      await user.type(typeAhead(), 'lee');
      await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
      await user.keyboard('{Enter}');
      expect(chosen()).toBe('1');
      expect(typeAhead()).toHaveProperty('value', 'Ann Lee');
      expect(screen.queryByRole('option')).toBeNull();
    });

    it('selects the only match even if the answer arrives later', async () => {
      render(<Example search={search} />);
      await userEvent.type(typeAhead(), 'poe{Enter}');
      await waitFor(() => expect(chosen()).toBe('2'));
      expect(typeAhead()).toHaveProperty('value', 'Max Poe');
      await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
    });

    it('selects nothing if the text has changed since', async () => {
      render(<Example search={async (text) => (text === 'lee' ? [LEE] : [POE])} />);
      await userEvent.type(typeAhead(), 'lee{Enter}{Backspace}{Backspace}{Backspace}poe');
      expect(await screen.findByRole('option', { name: 'Max Poe' })).toBeTruthy();
      expect(chosen()).toBe('');
    });

    it('selects the match of the current text, not the previous selection', async () => {
      render(<Example search={search} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'lee{Enter}');
      await waitFor(() => expect(chosen()).toBe('1'));
      await user.clear(typeAhead());
      await user.type(typeAhead(), 'poe');
      await screen.findByRole('option', { name: 'Max Poe' });
      await user.keyboard('{Enter}');
      expect(chosen()).toBe('2');
    });

    it('does not submit a form while nothing is selected', async () => {
      let submitted = 0;
      render(
        <form
          onSubmit={(event) => {
            event.preventDefault();
            submitted += 1;
          }}
        >
          <Example search={async () => []} />
        </form>,
      );
      const user = userEvent.setup();
      await user.type(typeAhead(), 'zz{Enter}');
      await screen.findByText('No matches');
      await user.keyboard('{Enter}');
      expect(submitted).toBe(0);
    });
  });

  describe('leaving the field', () => {
    const LEE = { id: '1', name: 'Ann Lee' };
    const POE = { id: '2', name: 'Max Poe' };
    const search = async (text: string) => [LEE, POE].filter(({ name }) => name.toLowerCase().includes(text));

    it.each([
      ['the Tab key', (user: UserEvent) => user.tab()],
      ['a click', (user: UserEvent) => user.click(document.body)],
    ])('by %s chooses the one match', async (_how, leave) => {
      render(<Example search={search} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'poe');
      await screen.findByRole('option', { name: 'Max Poe' });
      await leave(user);
      expect(chosen()).toBe('2');
      expect(typeAhead()).toHaveProperty('value', 'Max Poe');
    });

    it('chooses the one match even if the answer arrives later', async () => {
      render(<Example search={search} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'poe');
      await user.tab();
      await waitFor(() => expect(chosen()).toBe('2'));
    });

    it('keeps a text without one match, and says that nothing is chosen', async () => {
      render(<Example search={search} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'Smith');
      await screen.findByText('No matches');
      await user.tab();
      expect(typeAhead()).toHaveProperty('value', 'Smith');
      expect(screen.getByText('No patient chosen')).toBeTruthy();
      expect(chosen()).toBe('');
    });

    it('never leaves another patient chosen than the text says', async () => {
      render(<Example search={search} />);
      const user = userEvent.setup();
      await user.type(typeAhead(), 'lee{Enter}');
      await waitFor(() => expect(chosen()).toBe('1'));
      await user.type(typeAhead(), ' Smith');
      await screen.findByText('No matches');
      await user.tab();
      expect(chosen()).toBe('');
      expect(typeAhead()).toHaveProperty('value', 'Ann Lee Smith');
    });
  });

  it('reports a failed search', async () => {
    render(<Example search={() => Promise.reject(new Error('x'))} />);
    await userEvent.type(screen.getByRole('combobox'), 'lee');
    await waitFor(() => expect(screen.getByText('The search failed. Type again to retry.')).toBeTruthy());
  });
});
