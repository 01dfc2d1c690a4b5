import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { TemplateSection } from '@portal/domain/template/content';
import { useId, useImperativeHandle, useRef, useState } from 'react';
import type { KeyboardEvent, Ref } from 'react';
import { needsAttention } from './field-text.ts';
import { TemplateField } from './TemplateField.tsx';
import type { TemplateFormState } from './use-template-form.ts';
import { enterFirst, enterNext, goesOn } from './walk.ts';

/** What a screen can ask of a template's form. */
export interface TemplateFormHandle {
  /** Puts the focus into the first field that can be changed; false when there is none. */
  readonly focusFirst: () => boolean;
  /** The same for one field. */
  readonly focusField: (fieldId: string) => boolean;
  /**
   * Says beside every field what is missing or wrong, from now on, and puts the focus into the first of them. False when there is nothing
   * to mend. What the message above the form lists is `evaluation.missing`.
   */
  readonly focusFirstMissing: () => boolean;
}

interface TemplateFormProps {
  /** Of `useTemplateForm`. */
  readonly form: TemplateFormState;
  readonly ref?: Ref<TemplateFormHandle>;
  /** The level of the sections' headings; default 3. */
  readonly headingLevel?: 2 | 3 | 4;
  /** Enter in the last field goes on from here, for example to the codes; without it the focus stays. */
  readonly onEnd?: () => void;
}

/**
 * The form of a template: its sections with the fields that are visible now. Tab and Enter go to the next field, Shift with
 * Enter back; in a text area Enter begins a new line and Ctrl+Enter goes on. What follows another field, and what only administrators may
 * change, is disabled. It has no save of its own and is no `<form>`: the screen around it saves `form.entered`.
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

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, shiftKey, nativeEvent } = event;
    if (key !== 'Enter' || nativeEvent.isComposing || event.defaultPrevented) return;
    if (!(target instanceof Element) || !goesOn(target, event)) return;
    event.preventDefault();
    if (root.current !== null && !enterNext(root.current, target, shiftKey) && !shiftKey) onEnd?.();
  };

  return (
    // The keys are those of the fields inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <Box ref={root} onKeyDown={walk} sx={{ containerType: 'inline-size' }}>
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

/** A section of which something is visible. */
function FormSection({ section, form, showsMissing, headingLevel }: FormSectionProps) {
  const id = useId();
  const { evaluation, canEditReadOnly, setValue, reset } = form;
  const states = section.fields.flatMap((field) => {
    const state = evaluation.byId.get(field.id);
    // Of two fields with one id only one has a state; the builder names the other.
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
            onValue={setValue}
            onReset={reset}
          />
        ))}
      </Box>
    </Box>
  );
}

/** Two beside each other where the form has the room, also in a narrow part of a wide screen. */
const GRID = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 560px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 2,
  rowGap: 2,
  alignItems: 'start',
};
