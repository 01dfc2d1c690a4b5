import { Autocomplete, Box, Chip, TextField } from '@mui/material';
import { officeList } from '@portal/contract/offices';
import type { Order } from '@portal/contract/orders';
import { useRef, useState } from 'react';
import type { Control } from 'react-hook-form';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { BillingCodePicker } from '#pickers/BillingCodePicker.tsx';
import { useField } from '#ui/form/field.ts';
import { FormRadioGroup } from '#ui/form/FormRadioGroup.tsx';
import { FormSelect, type SelectOption } from '#ui/form/FormSelect.tsx';
import { enterStays } from '#ui/use-choice-text.ts';
import { ORDER_LABELS as LABELS, type OrderInput, type OrderPayload } from './order-form.ts';
import { SIDE_OPTIONS } from './order-labels.ts';

/** The levels of the spine, offered while typing. */
const SEGMENTS = ['C2 C3 C4 C5 C6 C7', 'T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12', 'L1 L2 L3 L4 L5 S1'].flatMap(
  (part) => part.split(' '),
);
const SPINE = SEGMENTS.slice(1).map((lower, at) => `${SEGMENTS[at]}-${lower}`);

interface PartProps {
  readonly control: Control<OrderInput, unknown, OrderPayload>;
}

/** The active offices, and the order's own one even if it is no longer active or hidden. */
export function usePlaces(order: Order | undefined): readonly SelectOption[] {
  const { data } = useEndpointQuery(officeList, { query: {} }, { staleTime: 60_000 });
  const active = (data ?? [])
    .filter(({ isActive }) => isActive)
    .map(({ id, name }) => ({ value: id, label: name }));
  const own = order?.locationId ?? null;
  if (own === null || active.some(({ value }) => value === own)) return active;
  return [{ value: own, label: order?.locationName ?? 'Not shown' }, ...active];
}

/** Side, levels, codes and place of a procedure, in a grid. */
export function ProcedureFields({ control, order }: PartProps & { readonly order: Order | undefined }) {
  return (
    <>
      <FormRadioGroup
        control={control}
        name="side"
        label={LABELS.side}
        noneLabel="Not specified"
        options={SIDE_OPTIONS}
      />
      <LevelsField control={control} />
      <FormSelect
        control={control}
        name="locationId"
        label={LABELS.locationId}
        noneLabel="Not specified"
        options={usePlaces(order)}
      />
      <CodesField control={control} />
    </>
  );
}

const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text) => typeof text === 'string') : [];

/** Levels as chips. Several can be typed or pasted at once, separated by commas. */
function LevelsField({ control }: PartProps) {
  const field = useField({ control, name: 'levels' });
  return (
    <Autocomplete<string, true, false, true>
      multiple
      freeSolo
      autoSelect
      fullWidth
      size="small"
      options={SPINE}
      filterSelectedOptions
      value={[...textsOf(field.value)]}
      onChange={(_event, texts) => field.setValue(distinct(texts.flatMap((text) => text.split(/[,;\n]/))))}
      onKeyDown={enterStays}
      onBlur={field.onBlur}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={LABELS.levels}
          inputRef={field.ref}
          error={field.error !== undefined}
          helperText={field.error ?? 'Type a level or joint and press Enter, for example L4-L5'}
        />
      )}
    />
  );
}

const distinct = (texts: readonly string[]): readonly string[] => [
  ...new Map(
    texts
      .map((text) => text.trim())
      .filter((text) => text !== '')
      .map((text) => [text.toLowerCase(), text]),
  ).values(),
];

/** Procedure codes: a picker that adds one, and the chosen ones as chips. */
function CodesField({ control }: PartProps) {
  const field = useField({ control, name: 'codes' });
  const [added, setAdded] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const codes = textsOf(field.value);
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <BillingCodePicker
        // Empty after each code.
        key={added}
        label={LABELS.codes}
        codeType="CPT"
        value={null}
        inputRef={(element) => {
          input.current = element;
          field.ref(element);
        }}
        error={field.error}
        helperText="Search by CPT code or description; several are possible"
        onChange={(chosen) => {
          if (chosen === null) return;
          field.setValue([...new Set([...codes, chosen.code])]);
          setAdded(added + 1);
        }}
      />
      {codes.length === 0 ? null : (
        <Box component="ul" aria-label="Chosen codes" sx={CHIPS}>
          {codes.map((code) => (
            <li key={code}>
              <Chip label={code} onDelete={() => field.setValue(codes.filter((other) => other !== code))} />
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}

const CHIPS = { display: 'flex', flexWrap: 'wrap', gap: 1, m: 0, mt: 1, p: 0, listStyle: 'none' };
