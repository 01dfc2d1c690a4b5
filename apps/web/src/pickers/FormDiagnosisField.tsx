import { Autocomplete, Box, TextField, Typography } from '@mui/material';
import { billingCodeSearch, type BillingCode } from '@portal/contract/billing-codes';
import type { PatientDiagnosis } from '@portal/contract/patient-diagnoses';
import { useEffect, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { call } from '#lib/portal.ts';
import { textOf, useField, type FieldProps } from '#ui/form/field.ts';
import { enterStays } from '#ui/use-choice-text.ts';
import { useSearch } from '#ui/use-search.ts';
import { hasWords, OF_PATIENT, sourceText, usePatientDiagnoses } from './patient-diagnoses.ts';

/** A diagnosis to choose: of the catalog, or one that the patient already has. */
interface Offer {
  readonly text: string;
  /** The code and its description; of a text without a code, the text alone. */
  readonly lines: readonly [title: string, description?: string];
  /** The record of the patient that has it; null for one of the catalog. */
  readonly source: string | null;
}

interface FormDiagnosisFieldProps<Input extends FieldValues, Output> extends FieldProps<Input, Output> {
  /** '' while no patient is chosen. */
  readonly patientId: string;
}

/**
 * A diagnosis as free text, with suggestions by ICD-10 code or description, those that the patient already has first. The form value is
 * the text.
 */
export function FormDiagnosisField<Input extends FieldValues, Output>({
  control,
  name,
  label,
  patientId,
  ...props
}: FormDiagnosisFieldProps<Input, Output>) {
  const field = useField({ control, name });
  const text = textOf(field.value);
  const [isOpened, setOpened] = useState(false);
  const ofPatient = useOffersOfPatient(patientId, isOpened);
  const found = useSearch(text.trim(), findDiagnoses, 2).options;
  const first = ofPatient.filter((offer) => hasWords(offer, text.trim()));
  const known = new Set(first.map((offer) => offer.text));
  // Do not suggest the diagnosis that is already selected.
  const offered = [...first, ...found.filter((offer) => !known.has(offer.text))].filter(
    (offer) => offer.text !== text,
  );
  return (
    <Autocomplete<Offer, false, false, true>
      freeSolo
      onKeyDown={enterStays}
      fullWidth
      size="small"
      options={offered}
      onOpen={() => setOpened(true)}
      {...(first.length > 0 && {
        groupBy: ({ source }: Offer) => (source === null ? 'Other diagnoses' : OF_PATIENT),
      })}
      // The text is the value; selecting an option only fills in the text.
      value={null}
      inputValue={text}
      onInputChange={(_event, typed, reason) => {
        if (reason === 'input' || reason === 'clear') field.setValue(typed);
      }}
      onChange={(_event, chosen) => {
        if (chosen !== null && typeof chosen !== 'string') field.setValue(chosen.text);
      }}
      filterOptions={(listed) => listed}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.text)}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.text)}
      renderOption={({ key, ...item }, { lines: [title, description], source }) => (
        <li key={key} {...item}>
          <Box>
            <strong>{title}</strong>
            {[description, source].map((line) =>
              line === undefined || line === null ? null : (
                <Typography key={line} variant="body2" color="textSecondary">
                  {line}
                </Typography>
              ),
            )}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          name={field.name}
          label={label}
          required={props.required ?? false}
          error={field.error !== undefined}
          helperText={field.error ?? field.printProblem ?? props.helperText}
          inputRef={field.ref}
          onBlur={field.onBlur}
        />
      )}
    />
  );
}

const NONE: readonly Offer[] = [];

/** What the patient already has, once the list was opened. */
function useOffersOfPatient(patientId: string, isOpened: boolean): readonly Offer[] {
  const read = usePatientDiagnoses(patientId);
  const [found, setFound] = useState({ patientId: '', offers: NONE });
  useEffect(() => {
    if (!isOpened) return undefined;
    let isCurrent = true;
    const load = async () => {
      const diagnoses = await read();
      if (isCurrent) setFound({ patientId, offers: diagnoses.map(offerOf) });
    };
    void load();
    return () => {
      isCurrent = false;
    };
  }, [read, patientId, isOpened]);
  return found.patientId === patientId ? found.offers : NONE;
}

const offerOf = (diagnosis: PatientDiagnosis): Offer => {
  const { text, billingCode } = diagnosis;
  const isOfCatalog = billingCode !== null && text === diagnosisText(billingCode);
  return {
    text,
    lines: isOfCatalog ? [billingCode.code, billingCode.description] : [text],
    source: sourceText(diagnosis),
  };
};

/** "M54.16 Radiculopathy, lumbar region". */
const diagnosisText = ({ code, description }: Pick<BillingCode, 'code' | 'description'>): string =>
  `${code} ${description}`;

async function findDiagnoses(searchTerm: string, signal: AbortSignal): Promise<readonly Offer[]> {
  const body = { searchTerm, codeType: 'ICD10' as const, isActive: true, pageSize: 10 };
  const { items } = await call(billingCodeSearch, { body, signal });
  return items.map((item) => ({
    text: diagnosisText(item),
    lines: [item.code, item.description],
    source: null,
  }));
}
