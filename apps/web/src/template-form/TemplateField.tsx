import { Alert, Box, Button, Stack } from '@mui/material';
import { formatDateUs } from '@portal/domain/date';
import type { FieldType } from '@portal/domain/template/content';
import { isDependent, type FieldState } from '@portal/domain/template/evaluate';
import type { FieldValue } from '@portal/domain/template/value';
import { memo, useCallback, useEffect, useRef, useState, type FocusEvent, type MouseEvent } from 'react';
import { CheckboxControl } from './CheckboxControl.tsx';
import type { ControlProps } from './control.ts';
import { DateControl } from './DateControl.tsx';
import { calmNotes, errorText, isSameState } from './field-text.ts';
import { RadioControl } from './RadioControl.tsx';
import { RowsControl } from './rows/RowsControl.tsx';
import { SelectControl } from './SelectControl.tsx';
import { TextControl } from './TextControl.tsx';
import { FIELD_ATTRIBUTE } from './walk.ts';

interface TemplateFieldProps {
  readonly id: string;
  readonly state: FieldState;
  /** The user cannot change the value. */
  readonly isLocked: boolean;
  readonly showsMissing: boolean;
  /** The formula of a calculated field in words; null for other fields. */
  readonly formula: string | null;
  /** Where in the record the value comes from; null if it was entered or has no source there. */
  readonly origin: string | null;
  /** Of a value that was carried from an earlier note and not looked at yet: the date of that note, YYYY-MM-DD. */
  readonly carriedFrom: string | null;
  /** How the value contradicts the fields it was made from; null if it does not. */
  readonly contradiction: string | null;
  readonly onValue: (fieldId: string, value: FieldValue) => void;
  readonly onReset: (fieldId: string) => void;
  readonly onKeep: (fieldId: string) => void;
  /** Called when the field with a carried value is left. */
  readonly onLook: (fieldId: string) => void;
}

/** A visible field. It re-renders only when its state changed, to keep typing fast in long templates. */
export const TemplateField = memo(
  PlainField,
  (before, after) =>
    isSameState(before.state, after.state) &&
    before.id === after.id &&
    before.isLocked === after.isLocked &&
    before.showsMissing === after.showsMissing &&
    before.formula === after.formula &&
    before.origin === after.origin &&
    before.carriedFrom === after.carriedFrom &&
    before.onLook === after.onLook &&
    before.contradiction === after.contradiction &&
    before.onKeep === after.onKeep &&
    before.onValue === after.onValue &&
    before.onReset === after.onReset,
);

interface OutdatedNoticeProps {
  readonly label: string;
  /** "still says “L4-L5”, but Level is now “L5-S1”." */
  readonly contradiction: string;
  /** Undefined if the user cannot change the field. */
  readonly onRegenerate: (() => void) | undefined;
  readonly onKeep: () => void;
}

/** Says below a field that its value contradicts the fields it was made from, and offers to make it again or to keep it. */
function OutdatedNotice({ label, contradiction, onRegenerate, onKeep }: OutdatedNoticeProps) {
  return (
    <Alert severity="warning" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
      This {contradiction}
      <Stack direction="row" sx={{ mt: 0.5, gap: 1, flexWrap: 'wrap' }}>
        {onRegenerate === undefined ? null : (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={`Regenerate ${label}`}
            onClick={onRegenerate}
          >
            Regenerate
          </Button>
        )}
        <Button size="small" color="inherit" aria-label={`Keep ${label} as it is`} onClick={onKeep}>
          Keep as it is
        </Button>
      </Stack>
    </Alert>
  );
}

function PlainField({ id, state, isLocked, showsMissing, contradiction, ...more }: TemplateFieldProps) {
  const { formula, origin, carriedFrom, onValue, onReset, onKeep, onLook } = more;
  const { field } = state;
  const shown = origin === null || state.text === '' ? null : `${origin} ${state.text}`;
  const looking = useLooking(shown, carriedFrom === null ? null : () => onLook(field.id));
  const box = useRef<HTMLElement>(null);
  const isOpening = useRef(false);
  const focusControl = () =>
    box.current?.querySelector<HTMLElement>('input, textarea:not([aria-hidden]), select')?.focus();
  useEffect(() => {
    if (!isOpening.current) return;
    // A field opened for editing can receive focus only after it was re-rendered as enabled.
    isOpening.current = false;
    focusControl();
  });
  const setValue = useCallback((value: FieldValue) => onValue(field.id, value), [onValue, field.id]);
  const error = errorText(state, { showsMissing });
  const calm = notesOf(state, { isLocked, formula, carriedFrom, origin: looking.isNew ? origin : null });
  const staysCalm = formula !== null || carriedFrom !== null;
  const props: ControlProps = {
    id,
    state,
    hasError: error !== null,
    help: error === null ? calm : [<div key="error">{error}</div>, ...(staysCalm ? [calm] : [])],
    action:
      isDependent(field) && formula === null && !isLocked ? (
        <DependentAction
          state={state}
          onEdit={() => {
            setValue(state.value ?? '');
            isOpening.current = true;
          }}
          onReset={() => {
            onReset(field.id);
            // The Reset button disappears, so focus moves to the field.
            if (field.dependencyType === 'dynamic_default') focusControl();
          }}
        />
      ) : null,
    onValue: setValue,
  };
  const isWide = WIDE.has(field.type);
  // Text inputs have room for the button inside.
  const isLine = field.type === 'text' || field.type === 'textarea' || field.type === 'date';
  return (
    <Box
      ref={box}
      {...{ [FIELD_ATTRIBUTE]: field.id }}
      {...looking.handlers}
      sx={{ ...BOX, ...(isWide && { gridColumn: '1 / -1' }), ...(carriedFrom !== null && CARRIED) }}
    >
      <Control props={props} calm={calm} showsMissing={showsMissing} />
      {isLine ? null : props.action}
      {contradiction === null ? null : (
        <OutdatedNotice
          label={field.label}
          contradiction={contradiction}
          onRegenerate={
            isLocked
              ? undefined
              : () => {
                  onReset(field.id);
                  focusControl();
                }
          }
          onKeep={() => {
            onKeep(field.id);
            focusControl();
          }}
        />
      )}
    </Box>
  );
}

/** Whether the origin that is shown has not been seen yet, and what finds out that someone looks at the field. */
function useLooking(shown: string | null, onLook: (() => void) | null) {
  const [seen, setSeen] = useState<string | null>(null);
  const lookOutside = (box: HTMLElement, focused: Element | null) => {
    if (!box.contains(focused)) onLook?.();
  };
  return {
    isNew: shown !== null && shown !== seen,
    handlers: {
      onFocus: () => setSeen(shown),
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        setSeen(shown);
        // Safari does not focus a clicked button or box, so it cannot be left.
        lookOutside(currentTarget, document.activeElement);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        lookOutside(currentTarget, relatedTarget),
    },
  };
}

type NoteParts = Pick<TemplateFieldProps, 'isLocked' | 'formula' | 'origin' | 'carriedFrom'>;

const notesOf = (state: FieldState, { isLocked, formula, origin, carriedFrom }: NoteParts) =>
  calmNotes(
    state,
    origin ?? '',
    carriedFrom === null ? '' : carriedText(carriedFrom),
    formula === null ? '' : `${state.field.label} = ${formula}`,
    state.field.isReadOnly && isLocked ? 'Only administrators can change this.' : '',
  );
const carriedText = (day: string): string =>
  `Carried from the note of ${formatDateUs(day)}. Go through the field or change it to confirm.`;

const BOX = { minWidth: 0, scrollMarginBlockEnd: '96px' };
/** A bar beside the field, besides the words below it. */
const CARRIED = { borderLeft: 4, borderColor: 'warning.main', pl: 1 };
const WIDE: ReadonlySet<FieldType> = new Set<FieldType>(['textarea', 'radio', 'checkbox', 'rows']);

interface FieldControlProps {
  readonly props: ControlProps;
  readonly calm: ControlProps['help'];
  readonly showsMissing: boolean;
}

function Control({ props, calm, showsMissing }: FieldControlProps) {
  switch (props.state.field.type) {
    case 'select':
      return <SelectControl {...props} />;
    case 'radio':
      return <RadioControl {...props} />;
    case 'checkbox':
      return <CheckboxControl {...props} />;
    case 'date':
      return <DateControl {...props} calmHelp={calm} />;
    case 'rows':
      return <RowsControl {...props} showsMissing={showsMissing} />;
    default:
      return <TextControl {...props} />;
  }
}

interface DependentActionProps {
  readonly state: FieldState;
  readonly onEdit: () => void;
  readonly onReset: () => void;
}

/** Edit unlocks a field that follows another one; Reset makes it follow again. */
function DependentAction({ state, onEdit, onReset }: DependentActionProps) {
  const { field, isFollowing, isDisabled } = state;
  if (isFollowing && !isDisabled) return null;
  const [label, onClick] = isFollowing ? (['Edit', onEdit] as const) : (['Reset', onReset] as const);
  return (
    <Button
      size="small"
      onClick={onClick}
      aria-label={`${label} ${field.label}`}
      sx={{ minWidth: 0, flexShrink: 0, my: -0.5 }}
    >
      {label}
    </Button>
  );
}
