import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, Stack, Typography } from '@mui/material';
import { CODE_TYPE_LABELS, CODE_TYPES } from '@portal/domain/billing-code';
import { useFieldArray, useWatch } from 'react-hook-form';
import { FormSelect } from '#ui/form/FormSelect.tsx';
import { FormTextField } from '#ui/form/FormTextField.tsx';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { NEW_LINE, type CaseInput, type CaseValues } from './case-form.ts';

type CaseControl = AppForm<CaseInput, CaseValues>['control'];

const TYPES = CODE_TYPES.map((value) => ({ value, label: CODE_TYPE_LABELS[value] }));

/** The expected codes with units and modifiers. Diagnoses have neither. */
export function ExpectedLines({ control }: { readonly control: CaseControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'expected.lines' });
  return (
    <Stack sx={{ gap: 1.5 }}>
      {fields.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No codes are expected.
        </Typography>
      ) : null}
      {fields.map(({ id }, at) => (
        <Line key={id} control={control} at={at} onRemove={() => remove(at)} />
      ))}
      <Box>
        <Button size="small" startIcon={<AddIcon />} onClick={() => append(NEW_LINE)}>
          Add Code
        </Button>
      </Box>
    </Stack>
  );
}

interface LineProps {
  readonly control: CaseControl;
  /** From 0. */
  readonly at: number;
  readonly onRemove: () => void;
}

function Line({ control, at, onRemove }: LineProps) {
  const type = useWatch({ control, name: `expected.lines.${at}.codeType` });
  return (
    <Box
      component="fieldset"
      aria-label={`Expected code ${at + 1}`}
      sx={{
        m: 0,
        p: 0,
        border: 0,
        minWidth: 0,
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr 1fr auto', sm: '110px minmax(0, 1fr) 100px 140px auto' },
      }}
    >
      <FormSelect control={control} name={`expected.lines.${at}.codeType`} label="Type" options={TYPES} />
      <FormTextField
        control={control}
        name={`expected.lines.${at}.code`}
        label="Code"
        required
        format={(typed) => typed.toUpperCase()}
      />
      {type === 'ICD10' ? null : (
        <>
          <FormTextField
            control={control}
            name={`expected.lines.${at}.units`}
            label="Units"
            inputMode="numeric"
          />
          <FormTextField
            control={control}
            name={`expected.lines.${at}.modifiers`}
            label="Modifiers"
            placeholder="50,LT"
            format={(typed) => typed.toUpperCase()}
          />
        </>
      )}
      <IconButton
        aria-label={`Remove expected code ${at + 1}`}
        onClick={onRemove}
        sx={{ gridColumn: -2, gridRow: 1 }}
      >
        <DeleteOutlined fontSize="small" />
      </IconButton>
    </Box>
  );
}
