import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import EditOutlined from '@mui/icons-material/EditOutlined';
import ErrorOutlineIcon from '@mui/icons-material/ErrorOutlineOutlined';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import { Box, Card, Chip, IconButton, Stack, Typography } from '@mui/material';
import type { AutoPopulateSource } from '@portal/contract/templates';
import type { ContentFinding } from '@portal/domain/template/check';
import type { TemplateField } from '@portal/domain/template/content';
import { TYPE_LABELS } from '../fields/field-labels.ts';
import { RULE_KINDS } from '../fields/field-shape.ts';
import { DragHandle } from './DragHandle.tsx';
import { handleListeners } from '#ui/drag-listeners.ts';
import { FieldMenu } from './FieldMenu.tsx';
import type { FieldPlace } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';

const DEPENDENCIES = {
  copy: 'Copy',
  dynamic_text: 'Dynamic text',
  dynamic_default: 'Dynamic default',
  transform: 'Transform',
  calculated: 'Calculated',
} as const;

/** "3 columns". */
function columnCount({ columns = [] }: TemplateField): string {
  return columns.length === 1 ? '1 column' : `${columns.length} columns`;
}

interface FieldBadgesProps {
  readonly field: TemplateField;
  readonly source: AutoPopulateSource | undefined;
}

/** Badges for a field's type and special properties. */
function FieldBadges({ field, source }: FieldBadgesProps) {
  const rules = RULE_KINDS.reduce((count, kind) => count + field[kind].length, 0);
  const words = [
    field.type === 'rows' && columnCount(field),
    field.required && 'Required',
    field.isReadOnly && 'Read-only',
    !field.isVisible && 'Not visible',
    !field.includeInReport && 'Not in report',
    field.dependencyType !== undefined && DEPENDENCIES[field.dependencyType],
    source !== undefined && 'Auto-populated',
    rules > 0 && (rules === 1 ? '1 rule' : `${rules} rules`),
  ].filter((word) => word !== false);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 0.25 }}>
      <Chip label={TYPE_LABELS[field.type]} color="primary" />
      {words.map((word) => (
        <Chip key={word} label={word} color={word === 'Required' ? 'secondary' : 'default'} />
      ))}
    </Stack>
  );
}

/** Errors and warnings for a field. */
function Findings({ findings }: { readonly findings: readonly ContentFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, pl: 4.5, pb: 0.5 }}>
      {findings.map(({ severity, message }) => (
        <Box
          component="li"
          key={message}
          sx={{
            display: 'flex',
            gap: 0.5,
            alignItems: 'flex-start',
            typography: 'body2',
            color: `${severity}.main`,
            overflowWrap: 'anywhere',
          }}
        >
          {severity === 'error' ? (
            <ErrorOutlineIcon titleAccess="Error" sx={{ fontSize: 18, mt: '1px' }} />
          ) : (
            <WarningAmberIcon titleAccess="Warning" sx={{ fontSize: 18, mt: '1px' }} />
          )}
          <span>{message}</span>
        </Box>
      ))}
    </Box>
  );
}

interface FieldRowProps {
  readonly fieldKey: string;
  readonly builder: BuilderState;
  readonly findings: (fieldId: string) => readonly ContentFinding[];
  readonly onEdit: (place: FieldPlace) => void;
}

export function FieldRow({ fieldKey, builder, findings, onEdit }: FieldRowProps) {
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({ id: fieldKey });
  const part = builder.parts.fields.get(fieldKey);
  if (part === undefined) return null;
  const { field, place } = part;
  return (
    <Card
      ref={setNodeRef}
      component="li"
      sx={{ mb: 0.75, pl: 0.5, pr: 1, py: 0.5, ...(isDragging && { opacity: 0.4 }) }}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Stack direction="row" sx={{ alignItems: 'center', gap: 0.5 }}>
        <DragHandle
          partKey={fieldKey}
          name={`field ${field.label}`}
          builder={builder}
          listeners={handleListeners(listeners)}
        />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
            <Typography component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {field.label}
            </Typography>
            <Typography
              component="span"
              variant="body2"
              color="textSecondary"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {field.id}
            </Typography>
          </Stack>
          <FieldBadges field={field} source={builder.autoPopulate[field.id]} />
        </Box>
        <IconButton size="small" aria-label={`Edit field ${field.label}`} onClick={() => onEdit(place)}>
          <EditOutlined fontSize="small" />
        </IconButton>
        <FieldMenu fieldKey={fieldKey} builder={builder} />
      </Stack>
      <Findings findings={findings(field.id)} />
    </Card>
  );
}
