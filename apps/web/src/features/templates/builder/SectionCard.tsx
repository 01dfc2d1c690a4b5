import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import ExpandLessIcon from '@mui/icons-material/ExpandLess';
import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Button, Card, IconButton, Stack, Typography } from '@mui/material';
import type { ContentFinding } from '@portal/domain/template/check';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import type { ArrangedSection } from './arrangement.ts';
import { DragHandle } from './DragHandle.tsx';
import { handleListeners } from '#ui/drag-listeners.ts';
import { FieldRow } from './FieldRow.tsx';
import { SectionTexts } from './SectionTexts.tsx';
import { withoutSection, type FieldPlace } from './template-draft.ts';
import type { BuilderState } from './use-builder.ts';

interface SectionCardProps {
  /** The section and its fields in their current order, also during a drag. */
  readonly arranged: ArrangedSection;
  readonly builder: BuilderState;
  readonly findings: (fieldId: string) => readonly ContentFinding[];
  readonly onAddField: (section: number) => void;
  readonly onEditField: (place: FieldPlace) => void;
}

/** A section in the builder: title, description and fields. */
export function SectionCard({ arranged, builder, findings, onAddField, onEditField }: SectionCardProps) {
  const { setNodeRef, transform, transition, isDragging, listeners } = useSortable({ id: arranged.key });
  const [isClosed, setClosed] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const part = builder.parts.sections.get(arranged.key);
  if (part === undefined) return null;
  const { section, at } = part;
  const name = section.title.trim() === '' ? `section ${at + 1}` : `section ${section.title}`;
  const count = arranged.fields.length;
  const remove = () => builder.change(withoutSection(builder.content, at));
  return (
    <Card
      ref={setNodeRef}
      component="section"
      aria-label={name}
      sx={{ mb: 1.5, p: 1.5, bgcolor: 'background.default', ...(isDragging && { opacity: 0.4 }) }}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
        <DragHandle
          partKey={arranged.key}
          name={name}
          builder={builder}
          listeners={handleListeners(listeners)}
        />
        <SectionTexts section={section} at={at} builder={builder} isClosed={isClosed} />
        <IconButton
          size="small"
          aria-label={`${isClosed ? 'Expand' : 'Collapse'} ${name}`}
          aria-expanded={!isClosed}
          onClick={() => setClosed(!isClosed)}
        >
          {isClosed ? <ExpandMoreIcon fontSize="small" /> : <ExpandLessIcon fontSize="small" />}
        </IconButton>
        <IconButton
          size="small"
          aria-label={`Delete ${name}`}
          onClick={() => (count === 0 ? remove() : setDeleting(true))}
        >
          <DeleteOutlined fontSize="small" />
        </IconButton>
      </Stack>
      {isClosed ? (
        <Typography variant="body2" color="textSecondary" sx={{ pl: 4.5 }}>
          {count === 1 ? '1 field' : `${count} fields`}
        </Typography>
      ) : (
        <SectionFields
          name={name}
          fields={arranged.fields}
          builder={builder}
          findings={findings}
          onEdit={onEditField}
          onAdd={() => onAddField(at)}
        />
      )}
      <ConfirmDialog
        open={isDeleting}
        title="Delete section?"
        text={`${section.title} and ${count === 1 ? 'its field' : `its ${count} fields`} will be removed from the template. You can undo this until you leave the page.`}
        confirmLabel="Delete"
        isDanger
        records={section.fields.map(({ label }) => label)}
        onConfirm={async () => remove()}
        onClose={() => setDeleting(false)}
      />
    </Card>
  );
}

interface SectionFieldsProps extends Pick<SectionCardProps, 'builder' | 'findings'> {
  readonly name: string;
  readonly fields: ArrangedSection['fields'];
  readonly onEdit: SectionCardProps['onEditField'];
  readonly onAdd: () => void;
}

function SectionFields({ name, fields, builder, findings, onEdit, onAdd }: SectionFieldsProps) {
  return (
    <Box sx={{ mt: 1.5 }}>
      <SortableContext items={[...fields]} strategy={verticalListSortingStrategy}>
        <Box component="ul" aria-label={`Fields of ${name}`} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {fields.map((key) => (
            <FieldRow key={key} fieldKey={key} builder={builder} findings={findings} onEdit={onEdit} />
          ))}
        </Box>
      </SortableContext>
      {fields.length === 0 ? (
        <Box sx={EMPTY}>This section has no fields yet. Add one, or drag one here.</Box>
      ) : null}
      <Button size="small" startIcon={<AddIcon />} onClick={onAdd} sx={{ mt: 0.5 }}>
        Add Field
      </Button>
    </Box>
  );
}

const EMPTY = {
  border: 1,
  borderStyle: 'dashed',
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  typography: 'body2',
  textAlign: 'center',
  p: 2,
};
