import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Chip, Menu, MenuItem, Typography } from '@mui/material';
import { diagnosisLetter, MAX_POINTERS } from '@portal/domain/dictation/line-details';
import { useEffect, useId, useRef, useState } from 'react';
import { visuallyHidden } from '#ui/visually-hidden.ts';
import { handleListeners } from '#ui/drag-listeners.ts';

interface LinePointersProps {
  /** The line for screen readers. */
  readonly name: string;
  /** The diagnoses of the line, the main one first. */
  readonly pointers: readonly string[];
  /** All diagnoses of the dictation. */
  readonly diagnoses: readonly string[];
  readonly onChange: (pointers: readonly string[]) => void;
}

/** The diagnoses that a procedure was done for. They are dragged, or moved with the arrow keys, into order. */
export function LinePointers({ name, pointers, diagnoses, onChange }: LinePointersProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
  );
  const helpId = useId();
  const open = diagnoses.filter((diagnosis) => !pointers.includes(diagnosis));
  const move = (pointer: string, to: number) => {
    if (to >= 0 && to < pointers.length)
      onChange(pointers.filter((other) => other !== pointer).toSpliced(to, 0, pointer));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over !== null) move(String(active.id), pointers.indexOf(String(over.id)));
      }}
      // The chips have their own instructions.
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
    >
      <SortableContext items={[...pointers]} strategy={rectSortingStrategy}>
        <Box
          component="fieldset"
          aria-label={`Diagnoses of ${name}`}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            gap: 0.5,
            m: 0,
            mt: 0.5,
            p: 0,
            border: 0,
            minWidth: 0,
          }}
        >
          <Typography component="span" variant="caption" color="textSecondary" aria-hidden>
            For
          </Typography>
          {pointers.map((pointer, at) => (
            <Pointer
              key={pointer}
              name={name}
              pointer={pointer}
              letter={diagnosisLetter(pointer, diagnoses)}
              helpId={helpId}
              onStep={(by) => move(pointer, at + by)}
              onFirst={() => move(pointer, 0)}
              onRemove={() => onChange(pointers.filter((other) => other !== pointer))}
            />
          ))}
          {open.length > 0 && pointers.length < MAX_POINTERS ? (
            <AddPointer
              name={name}
              open={open}
              diagnoses={diagnoses}
              onAdd={(pointer) => onChange([...pointers, pointer])}
            />
          ) : null}
        </Box>
      </SortableContext>
      <Box component="span" id={helpId} sx={visuallyHidden}>
        Press to make it the main diagnosis. Drag, or press the left and right arrow keys, to change the
        order. Press Delete to remove.
      </Box>
    </DndContext>
  );
}

interface PointerProps {
  readonly name: string;
  readonly pointer: string;
  readonly letter: string;
  readonly helpId: string;
  readonly onStep: (by: -1 | 1) => void;
  readonly onFirst: () => void;
  readonly onRemove: () => void;
}

function Pointer({ name, pointer, letter, helpId, onStep, onFirst, onRemove }: PointerProps) {
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: pointer });
  const label = `${letter} ${pointer}`.trim();
  const chip = useRef<HTMLDivElement>(null);
  const isMoving = useRef(false);
  useEffect(() => {
    // The chip may have moved to another position in the DOM.
    if (isMoving.current) chip.current?.focus();
    isMoving.current = false;
  });
  return (
    <Box
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      sx={{ position: 'relative', zIndex: isDragging ? 1 : 'auto' }}
    >
      <Chip
        ref={chip}
        size="small"
        label={label}
        aria-label={`${label}, diagnosis of ${name}`}
        aria-describedby={helpId}
        onClick={onFirst}
        onKeyDown={(event) => {
          const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
          if (by === null) return;
          event.preventDefault();
          isMoving.current = true;
          onStep(by);
        }}
        onDelete={onRemove}
        {...handleListeners(listeners)}
        sx={{ cursor: 'grab', touchAction: 'none' }}
      />
    </Box>
  );
}

interface AddPointerProps {
  readonly name: string;
  readonly open: readonly string[];
  readonly diagnoses: readonly string[];
  readonly onAdd: (pointer: string) => void;
}

function AddPointer({ name, open, diagnoses, onAdd }: AddPointerProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon fontSize="small" />}
        aria-label={`Add a diagnosis to ${name}`}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        Diagnosis
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {open.map((diagnosis) => (
          <MenuItem
            key={diagnosis}
            onClick={() => {
              setAnchor(null);
              onAdd(diagnosis);
            }}
          >
            {`${diagnosisLetter(diagnosis, diagnoses)} ${diagnosis}`.trim()}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
