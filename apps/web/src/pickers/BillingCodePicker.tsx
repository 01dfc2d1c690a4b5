import { Box, Typography } from '@mui/material';
import { billingCodeSearch, type BillingCode } from '@portal/contract/billing-codes';
import { CODE_TYPE_LABELS, type CodeType } from '@portal/domain/billing-code';
import { endText, FACT_LABELS, invalidOn } from '@portal/domain/billing-code-facts';
import { useCallback, useMemo, type Ref } from 'react';
import { call } from '#lib/portal.ts';
import { TypeAhead } from '#ui/TypeAhead.tsx';
import { hasWords, OF_PATIENT, sourceText, usePatientDiagnoses } from './patient-diagnoses.ts';

export type BillingCodeChoice = Pick<BillingCode, 'id' | 'codeType' | 'code' | 'description'> &
  Partial<Pick<BillingCode, 'validFrom' | 'validTo' | 'facts'>> & {
    /** The record of the patient that has the diagnosis. */
    readonly ofPatient?: string;
  };

interface BillingCodePickerProps {
  readonly value: BillingCodeChoice | null;
  readonly onChange: (code: BillingCodeChoice | null) => void;
  /** Limits the search to codes of this type. */
  readonly codeType?: CodeType;
  /** Offers the diagnoses that this patient already has first. */
  readonly patientId?: string;
  /** The day on which the code is billed, YYYY-MM-DD: codes that are not valid then cannot be chosen. Without it, they are marked. */
  readonly onDate?: string;
  /** Default "Billing code". */
  readonly label?: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly helperText?: string;
  readonly disabled?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Finds an active, billable code by code or description, from two characters on. Headings are not offered. */
export function BillingCodePicker({
  label = 'Billing code',
  codeType,
  patientId = '',
  onDate,
  ...props
}: BillingCodePickerProps) {
  const readDiagnoses = usePatientDiagnoses(codeType === 'CPT' ? '' : patientId);
  const ofPatient = useCallback(
    async (searchTerm: string): Promise<readonly BillingCodeChoice[]> =>
      (await readDiagnoses()).flatMap((diagnosis) =>
        diagnosis.billingCode !== null && hasWords(diagnosis, searchTerm)
          ? [{ ...diagnosis.billingCode, ofPatient: sourceText(diagnosis) }]
          : [],
      ),
    [readDiagnoses],
  );
  const suggestions = useMemo(() => ({ title: OF_PATIENT, load: () => ofPatient('') }), [ofPatient]);
  const search = useCallback(
    async (searchTerm: string, signal: AbortSignal): Promise<readonly BillingCodeChoice[]> => {
      const body = {
        searchTerm,
        isActive: true,
        isBillable: true,
        pageSize: 20,
        ...(codeType && { codeType }),
      };
      const [first, { items }] = await Promise.all([
        ofPatient(searchTerm),
        call(billingCodeSearch, { body, signal }),
      ]);
      return [...first, ...items.filter(({ id }) => first.every((each) => each.id !== id))];
    },
    [codeType, ofPatient],
  );
  return (
    <TypeAhead<BillingCodeChoice>
      unchosen="No code chosen"
      {...props}
      label={label}
      placeholder="Code or description"
      search={search}
      {...(patientId !== '' && { suggestions, groups: GROUPS })}
      optionKey={({ id }) => id}
      optionLabel={billingCodeLabel}
      {...(onDate !== undefined && { isDisabled: (option) => notValid(option, onDate) !== null })}
      renderOption={(option) => (
        <Box>
          <strong>{option.code}</strong>
          {codeType === undefined ? ` (${CODE_TYPE_LABELS[option.codeType]})` : null}
          <Typography variant="body2" color="textSecondary">
            {option.description}
          </Typography>
          {option.ofPatient === undefined ? null : (
            <Typography variant="body2" color="textSecondary">
              {option.ofPatient}
            </Typography>
          )}
          {remarksOf(option, onDate).map((text) => (
            <Typography key={text} variant="body2" color="warning">
              {text}
            </Typography>
          ))}
        </Box>
      )}
    />
  );
}

const GROUPS = {
  isFirst: ({ ofPatient }: BillingCodeChoice) => ofPatient !== undefined,
  first: OF_PATIENT,
  others: 'Other codes',
};

const notValid = ({ code, validFrom = null, validTo = null }: BillingCodeChoice, day: string) =>
  invalidOn({ code, validFrom, validTo }, day);

/** Why a code is not valid on a day, or until when it is, and that its facts are not checked. */
function remarksOf(option: BillingCodeChoice, onDate: string | undefined): readonly string[] {
  const { code, validTo = null, facts = [] } = option;
  const dates =
    onDate === undefined ? (validTo === null ? null : endText({ code, validTo })) : notValid(option, onDate);
  const unchecked = facts.filter(({ status }) => status === 'unchecked').map(({ fact }) => FACT_LABELS[fact]);
  return [
    ...(dates === null ? [] : [dates]),
    ...(unchecked.length === 0 ? [] : [`Unchecked: ${unchecked.join(', ').toLowerCase()}`]),
  ];
}

/** "64483 – Transforaminal injection, lumbar, one level". */
export const billingCodeLabel = ({
  code,
  description,
}: Pick<BillingCodeChoice, 'code' | 'description'>): string => `${code} – ${description}`;
