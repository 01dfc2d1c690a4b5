import AddIcon from '@mui/icons-material/Add';
import DashboardCustomizeOutlined from '@mui/icons-material/DashboardCustomizeOutlined';
import RedoIcon from '@mui/icons-material/Redo';
import UndoIcon from '@mui/icons-material/Undo';
import { Box, Button, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { checkContent, type ContentFinding } from '@portal/domain/template/check';
import { fieldsOf, type TemplateContent } from '@portal/domain/template/content';
import type { FieldValues } from '@portal/domain/template/value';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { AppForm } from '#ui/form/use-app-form.ts';
import { Section } from '#ui/Section.tsx';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { BuilderDrag } from './BuilderDrag.tsx';
import { focusHandle, HANDLE_ATTRIBUTE } from './drag-handle.ts';
import { FieldDialog } from '../fields/FieldDialog.tsx';
import { SectionCard } from './SectionCard.tsx';
import { withField, withNewField, withNewSection, type FieldPlace } from './template-draft.ts';
import {
  withAutoPopulate,
  type AutoPopulate,
  type TemplateInput,
  type TemplateValues,
} from './template-values.ts';
import { PartsDialog } from '../parts/PartsDialog.tsx';
import { NO_BILLING, useBuilder, type BuilderBilling, type BuilderState } from './use-builder.ts';

interface BuilderProps {
  readonly form: AppForm<TemplateInput, TemplateValues>;
  readonly content: TemplateContent;
  readonly autoPopulate: AutoPopulate;
  readonly billing?: BuilderBilling;
  /** What is entered under "Try it out". */
  readonly answers?: () => FieldValues;
}

/** The edited field, or the section of a new field. */
type Edited = ({ readonly section: number } | FieldPlace) & {
  /** Tells new fields apart that are added one after the other. */
  readonly key?: number;
};

/** Editor for sections and fields: add, edit, move by mouse, touch or keyboard, undo and redo. */
export function Builder({ form, content, autoPopulate, billing = NO_BILLING, answers }: BuilderProps) {
  const builder = useBuilder(form, content, autoPopulate, billing);
  const [isInserting, setInserting] = useState(false);
  const [edited, setEdited] = useState<Edited | null>(null);
  const findings = useMemo(() => {
    const byField = Map.groupBy(checkContent(content), ({ fieldId }) => fieldId);
    return (fieldId: string): readonly ContentFinding[] => byField.get(fieldId) ?? [];
  }, [content]);
  const root = useRef<HTMLDivElement>(null);
  const { lastStep } = builder;
  useEffect(() => {
    if (typeof lastStep?.partKey === 'string') focusHandle(root.current, lastStep.partKey);
  }, [lastStep]);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => undoByKey(event, builder);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [builder]);
  const count = fieldsOf(content).length;
  return (
    <Box ref={root}>
      <Section
        title="Sections and Fields"
        actions={<UndoButtons builder={builder} count={`${count} ${count === 1 ? 'field' : 'fields'}`} />}
      >
        {content.sections.length === 0 ? (
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            A template consists of sections with fields. Add the first section.
          </Typography>
        ) : null}
        <BuilderDrag builder={builder}>
          {(arrangement) =>
            arrangement.map((arranged) => (
              <SectionCard
                key={arranged.key}
                arranged={arranged}
                builder={builder}
                findings={findings}
                onAddField={(section) => setEdited({ section })}
                onEditField={setEdited}
              />
            ))
          }
        </BuilderDrag>
        <Box component="output" sx={visuallyHidden}>
          {builder.lastStep?.said}
        </Box>
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          <Button startIcon={<AddIcon />} onClick={() => builder.change(withNewSection(content))}>
            Add Section
          </Button>
          <Button startIcon={<DashboardCustomizeOutlined />} onClick={() => setInserting(true)}>
            Insert Ready Part
          </Button>
        </Stack>
      </Section>
      {edited === null ? null : (
        <EditedField
          key={edited.key ?? 0}
          edited={edited}
          builder={builder}
          answers={answers?.()}
          onNext={setEdited}
          onClose={() => setEdited(null)}
        />
      )}
      {isInserting ? <PartsDialog builder={builder} onClose={() => setInserting(false)} /> : null}
    </Box>
  );
}

function UndoButtons({ builder, count }: { readonly builder: BuilderState; readonly count: string }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mr: 1 }}>
        {count}
      </Typography>
      <Tooltip title="Undo (Ctrl+Z)">
        <span>
          <IconButton
            size="small"
            aria-label="Undo"
            disabled={!builder.canUndo}
            onClick={() => builder.undo()}
          >
            <UndoIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title="Redo (Ctrl+Y)">
        <span>
          <IconButton
            size="small"
            aria-label="Redo"
            disabled={!builder.canRedo}
            onClick={() => builder.redo()}
          >
            <RedoIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    </Stack>
  );
}

/** Handles Ctrl+Z and Ctrl+Y anywhere on the page, except in text inputs and dialogs. */
function undoByKey(event: KeyboardEvent, { undo, redo }: BuilderState): void {
  const { target, key, ctrlKey, metaKey, shiftKey } = event;
  const letter = key.toLowerCase();
  if (!(ctrlKey || metaKey) || (letter !== 'z' && letter !== 'y') || !(target instanceof Element)) return;
  const isTyping = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (isTyping || target.closest('[role="dialog"], [role="alertdialog"]') !== null) return;
  event.preventDefault();
  const partKey = target.closest(`[${HANDLE_ATTRIBUTE}]`)?.getAttribute(HANDLE_ATTRIBUTE) ?? undefined;
  if (letter === 'y' || shiftKey) redo(partKey);
  else undo(partKey);
}

interface EditedFieldProps {
  readonly edited: Edited;
  readonly builder: BuilderState;
  readonly answers: FieldValues | undefined;
  /** Goes on with another new field. */
  readonly onNext: (edited: Edited) => void;
  readonly onClose: () => void;
}

function EditedField({ edited, builder, answers, onNext, onClose }: EditedFieldProps) {
  const { content, autoPopulate } = builder;
  const place = 'field' in edited ? edited : null;
  const field = place === null ? null : (content.sections[place.section]?.fields[place.field] ?? null);
  return (
    <FieldDialog
      field={field}
      fields={fieldsOf(content)}
      source={field === null ? undefined : autoPopulate[field.id]}
      {...(answers !== undefined && { answers })}
      onSave={(next, source, { columns, isNext }) => {
        const others = field === null ? autoPopulate : withAutoPopulate(autoPopulate, field.id, null);
        builder.change(
          place === null
            ? withNewField(content, edited.section, next)
            : withField(content, place, next, columns),
          { autoPopulate: withAutoPopulate(others, next.id, source) },
        );
        if (isNext) onNext({ section: edited.section, key: (edited.key ?? 0) + 1 });
        else onClose();
      }}
      onClose={onClose}
    />
  );
}
