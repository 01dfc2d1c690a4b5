import { MenuItem, Skeleton, Stack, TextField } from '@mui/material';
import { useId } from 'react';
import { errorHint, errorText } from '#lib/errors/error-text.ts';
import { ErrorPanel } from '#ui/ErrorPanel.tsx';
import { FilterDate } from '#ui/FilterDate.tsx';
import { Section } from '#ui/Section.tsx';
import type { Choice } from './use-choices.ts';
import type { DaySession } from './use-day-session.ts';

/** Provider, location, and date of the session; saved as soon as all three are selected. */
export function SessionSettings({ session }: { readonly session: DaySession }) {
  const { choice, change, loadError, saveError } = session;
  return (
    <Section title="Session">
      {loadError === null ? null : (
        <ErrorPanel
          message={errorText(loadError, 'Failed to load data')}
          hint={errorHint(loadError)}
          onRetry={session.retry}
        />
      )}
      {saveError === null ? null : (
        <ErrorPanel message={errorText(saveError, 'Failed to save session')} hint={errorHint(saveError)} />
      )}
      {choice === undefined ? (
        loadError === null ? (
          <Skeleton component="output" variant="rounded" height={40} aria-label="Loading" />
        ) : null
      ) : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, mt: saveError === null ? 0 : 1.5 }}>
          <ChoiceField
            label="Provider"
            value={choice.providerId}
            options={session.providers}
            onChange={(providerId) => change({ providerId })}
          />
          <ChoiceField
            label="Location"
            value={choice.locationId}
            options={session.locations}
            onChange={(locationId) => change({ locationId })}
          />
          <FilterDate
            label="Session Date"
            value={choice.sessionDate}
            onChange={(sessionDate) => {
              if (sessionDate !== '') change({ sessionDate });
            }}
          />
        </Stack>
      )}
    </Section>
  );
}

interface ChoiceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Choice[];
  readonly onChange: (value: string) => void;
}

/** A select that shows blank when the saved value is no longer available. */
function ChoiceField({ label, value, options, onChange }: ChoiceFieldProps) {
  const id = useId();
  return (
    <TextField
      select
      required
      id={id}
      label={label}
      value={options.some((option) => option.value === value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      sx={{ flex: { xs: '1 1 100%', sm: '1 1 220px' }, maxWidth: { sm: 320 } }}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}
