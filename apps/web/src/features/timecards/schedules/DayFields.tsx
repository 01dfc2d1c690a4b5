import { Box, Typography } from '@mui/material';
import { DAY_NAMES, DAYS_FROM_MONDAY } from '@portal/domain/calendar';
import { useId } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { FormCheckbox } from '#ui/form/FormCheckbox.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import { FormTimeField } from '#ui/form/FormTimeField.tsx';
import type { WeekInput } from './week-form.ts';

interface DayFieldsProps<Output> {
  readonly control: Control<WeekInput, unknown, Output>;
  /** Index of the day; 0 is Monday. */
  readonly index: 0 | 1 | 2 | 3 | 4 | 5 | 6;
}

/** One day of the weekly grid: one row on wide screens, two columns on phones. */
export function DayFields<Output>({ control, index }: DayFieldsProps<Output>) {
  const name = `days.${index}` as const;
  const works = useWatch({ control, name: `${name}.works` });
  const labelId = useId();
  const label = DAY_NAMES[DAYS_FROM_MONDAY[index]];
  return (
    <Box
      component="fieldset"
      aria-labelledby={labelId}
      sx={{
        m: 0,
        p: 0,
        py: 1.25,
        border: 0,
        borderBottom: 1,
        borderColor: 'divider',
        minWidth: 0,
        display: 'grid',
        columnGap: 1,
        rowGap: 2,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          lg: '130px repeat(5, minmax(0, 1fr)) 150px',
        },
      }}
    >
      <Typography id={labelId} sx={{ display: 'none' }}>
        {label}
      </Typography>
      <Box sx={{ gridColumn: { xs: '1 / -1', lg: 'auto' } }}>
        <FormCheckbox control={control} name={`${name}.works`} label={label} />
      </Box>
      {works ? (
        <>
          <FormTimeField control={control} name={`${name}.scheduledStartTime`} label="Start" required />
          <FormTimeField control={control} name={`${name}.scheduledEndTime`} label="End" required />
          <FormTimeField control={control} name={`${name}.lunchStartTime`} label="Lunch Time" />
          <FormTextField
            control={control}
            name={`${name}.lunchDuration`}
            label="Lunch Minutes"
            inputMode="numeric"
          />
          <FormTextField
            control={control}
            name={`${name}.gracePeriodMinutes`}
            label="Grace Minutes"
            inputMode="numeric"
          />
          <FormCheckbox control={control} name={`${name}.requiresLunchBreak`} label="Lunch required" />
        </>
      ) : (
        <Typography
          color="textSecondary"
          sx={{ alignSelf: 'center', gridColumn: { xs: '1 / -1', lg: 'auto' } }}
        >
          Off
        </Typography>
      )}
    </Box>
  );
}
