import { Box, Typography } from '@mui/material';
import type {
  TemplateContent,
  TemplateField as Field,
  TemplateSection,
} from '@portal/domain/template/content';
import type { Origin } from '@portal/domain/dictation/edited-text';
import { formulaWords } from '@portal/domain/template/formula-words';
import { fieldFinder, operandLabel } from '@portal/domain/template/operands';
import { useId, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { needsAttention } from './field-text.ts';
import { TemplateField } from './TemplateField.tsx';
import type { TemplateFormState } from './use-template-form.ts';
import { enterFirst, enterNext, movesOnEnter } from './walk.ts';

/** Focus actions of a template form. */
export interface TemplateFormHandle {
  /** Focuses the first editable field. Returns false if there is none. */
  readonly focusFirst: () => boolean;
  /** Focuses a field. Returns false if it is not editable. */
  readonly focusField: (fieldId: string) => boolean;
  /**
   * Shows missing and invalid values at their fields from now on and focuses the first one. Returns false if there are none. Use
   * `evaluation.missing` for a summary above the form.
   */
  readonly focusFirstMissing: () => boolean;
}

interface TemplateFormProps {
  /** From `useTemplateForm`. */
  readonly form: TemplateFormState;
  readonly ref?: Ref<TemplateFormHandle>;
  /** Heading level of the sections; default 3. */
  readonly headingLevel?: 2 | 3 | 4;
  /** Called on Enter in the last field, for example to focus the codes. By default the focus stays. */
  readonly onEnd?: () => void;
}

/**
 * The form of a template: its sections with their visible fields. Enter moves to the next field and Shift+Enter to the previous
 * one. In a text area, Enter inserts a line break and Ctrl+Enter moves on. Fields that follow another one and read-only fields
 * are disabled. It is not a `<form>`: the screen around it saves `form.entered`.
 */
export function TemplateForm({ form, ref, headingLevel = 3, onEnd }: TemplateFormProps) {
  const root = useRef<HTMLDivElement>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const { content, evaluation } = form;
  useImperativeHandle(ref, () => {
    const enter = (isWanted?: (fieldId: string) => boolean) =>
      root.current !== null && enterFirst(root.current, isWanted);
    return {
      focusFirst: () => enter(),
      focusField: (fieldId) => enter((id) => id === fieldId),
      focusFirstMissing: () => {
        setShowsMissing(true);
        const wanted = new Set(evaluation.fields.filter(needsAttention).map(({ field }) => field.id));
        enter((id) => wanted.has(id));
        return wanted.size > 0;
      },
    };
  }, [evaluation]);

  const moveOnEnter = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey, nativeEvent } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || event.defaultPrevented) return;
    if (!(target instanceof Element) || !movesOnEnter(target, event)) return;
    event.preventDefault();
    if (root.current !== null && !enterNext(root.current, target, shiftKey) && !shiftKey) onEnd?.();
  };

  return (
    // Handles keys that bubble up from the fields.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <Box ref={root} onKeyDown={moveOnEnter} sx={{ containerType: 'inline-size' }}>
      {content.sections.map((section) => (
        <FormSection
          key={section.id}
          section={section}
          form={form}
          showsMissing={showsMissing}
          headingLevel={headingLevel}
        />
      ))}
    </Box>
  );
}

interface FormSectionProps extends Required<Pick<TemplateFormProps, 'form' | 'headingLevel'>> {
  readonly section: TemplateSection;
  readonly showsMissing: boolean;
}

/** A section with at least one visible field; otherwise renders nothing. */
function FormSection({ section, form, showsMissing, headingLevel }: FormSectionProps) {
  const id = useId();
  const { content, entered, evaluation, editedFrom, outdated, valueOrigins, canEditReadOnly } = form;
  const states = section.fields.flatMap((field) => {
    const state = evaluation.byId.get(field.id);
    // If two fields have the same id, only the first has a state; the builder reports the other.
    return state?.field === field && state.isVisible && field.type !== 'hidden' ? [state] : [];
  });
  if (states.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ '& + &': { mt: 3 } }}>
      <Typography
        id={id}
        variant="h3"
        component={`h${headingLevel}`}
        sx={{ mb: section.description === '' ? 1.5 : 0.5 }}
      >
        {section.title}
      </Typography>
      {section.description === '' ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5, whiteSpace: 'pre-line' }}>
          {section.description}
        </Typography>
      )}
      <Box sx={GRID}>
        {states.map((state) => (
          <TemplateField
            key={state.field.id}
            id={`${id}-${state.field.id}`}
            state={state}
            isLocked={state.field.isReadOnly && !canEditReadOnly}
            showsMissing={showsMissing}
            origin={Object.hasOwn(entered, state.field.id) ? null : (valueOrigins[state.field.id] ?? null)}
            carriedFrom={unseenDay(editedFrom[state.field.id])}
            onValue={form.setValue}
            formula={formulaOf(state.field, content)}
            contradiction={outdated.find(({ fieldId }) => fieldId === state.field.id)?.contradiction ?? null}
            onReset={form.reset}
            onKeep={form.keep}
            onLook={form.look}
          />
        ))}
      </Box>
    </Box>
  );
}

/** The date of the note that a value was carried from, if nobody has looked at it yet. */
const unseenDay = (origin: Origin | undefined): string | null =>
  origin?.carried === undefined || origin.carried.isSeen ? null : origin.carried.day;

/** What a calculated field is calculated from, in words; null for other fields. */
const formulaOf = ({ dependencyType, formula = '' }: Field, content: TemplateContent): string | null =>
  dependencyType === 'calculated'
    ? formulaWords(formula, (id) => operandLabel(id, fieldFinder(content)))
    : null;

/** Two columns if the form itself is wide enough, regardless of the screen width. */
const GRID = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 560px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 2,
  rowGap: 2,
  alignItems: 'start',
};
