import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Card, IconButton, Stack, Typography } from '@mui/material';
import type { ContentFinding } from '@portal/domain/template/check';
import { DragHandle } from './DragHandle.tsx';
import { handleListeners } from '#ui/drag-listeners.ts';
import { FieldBadges } from './FieldBadges.tsx';
import { FieldMenu } from './FieldMenu.tsx';
import { Findings } from './Findings.tsx';
import type { FieldPlace } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';

interface FieldRowProps {
  readonly fieldKey: string;
  readonly builder: BuilderState;
  readonly findings: (fieldId: string) => readonly ContentFinding[];
  readonly onEdit: (place: FieldPlace) => void;
}

/** A field in the builder with its findings. */
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
