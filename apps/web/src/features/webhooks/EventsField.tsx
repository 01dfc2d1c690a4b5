import { Box, Checkbox, FormControl, FormControlLabel, FormHelperText, FormLabel } from '@mui/material';
import { ACTIVITY_EVENT_GROUPS } from '@portal/domain/activity-event';
import type { Control } from 'react-hook-form';
import { useField } from '#ui/form/field.ts';
import type { WebhookInput } from './webhook-form.ts';

interface EventsFieldProps<Output> {
  readonly control: Control<WebhookInput, unknown, Output>;
}

/** A checkbox for each kind of event, by area, with one for the whole area. */
export function EventsField<Output>({ control }: EventsFieldProps<Output>) {
  const field = useField({ control, name: 'events' });
  const chosen: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const set = (events: readonly string[], isChosen: boolean) => {
    const others = chosen.filter((each) => !events.some((event) => event === each));
    field.setValue(isChosen ? [...others, ...events] : others);
  };
  return (
    <FormControl component="fieldset" error={field.error !== undefined}>
      <FormLabel component="legend" required sx={{ typography: 'body2', mb: 0.5 }}>
        Events
      </FormLabel>
      {field.error === undefined ? null : <FormHelperText sx={{ mx: 0 }}>{field.error}</FormHelperText>}
      {ACTIVITY_EVENT_GROUPS.map(({ label, events }, index) => {
        const count = events.filter((event) => chosen.includes(event)).length;
        return (
          <Box key={label} sx={{ mb: 1 }}>
            <FormControlLabel
              label={`${label}: all`}
              control={
                <Checkbox
                  checked={count === events.length}
                  indeterminate={count > 0 && count < events.length}
                  onChange={(_event, isChosen) => set(events, isChosen)}
                  onBlur={field.onBlur}
                  slotProps={{ input: index === 0 ? { ref: field.ref } : {} }}
                />
              }
            />
            <Box
              sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(230px, 1fr))', pl: 3 }}
            >
              {events.map((event) => (
                <FormControlLabel
                  key={event}
                  label={event}
                  control={
                    <Checkbox
                      size="small"
                      name={field.name}
                      checked={chosen.includes(event)}
                      onChange={(_event, isChosen) => set([event], isChosen)}
                      onBlur={field.onBlur}
                    />
                  }
                />
              ))}
            </Box>
          </Box>
        );
      })}
    </FormControl>
  );
}
