import { closestCenter, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import AddIcon from '@mui/icons-material/Add';
import { Box, Button, Stack, Typography } from '@mui/material';
import { CODE_TYPE_LABELS, CODE_TYPES, MAX_CODES, type CodeType } from '@portal/domain/billing-code';
import type { TemplateField } from '@portal/domain/template/content';
import { useEffect, useRef } from 'react';
import { movedRow, newRow, tooManyRows, type RuleDraft } from './billing-rule-draft.ts';
import { RuleCodeRow } from './RuleCodeRow.tsx';

type Rows = RuleDraft['rows'];

interface RuleCodesProps {
  readonly rows: Rows;
  /** The fields of the template, for doses. */
  readonly fields: readonly TemplateField[];
  /** Error messages by row key. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (change: (rows: Rows) => Rows) => void;
  /** Called with the key of a changed row. */
  readonly onMend: (rowKey: string) => void;
  /** Called with the reason why no row can be added. */
  readonly onProblem: (message: string) => void;
}

/** The codes of a rule by type. They can be reordered within their type by dragging or with the arrow keys. */
export function RuleCodes({ rows, fields, problems, onChange, onMend, onProblem }: RuleCodesProps) {
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 120, tolerance: 8 } }),
  );
  const added = useRef<string | null>(null);
  useEffect(() => {
    if (added.current === null) return;
    // Focus the input of the new row.
    document.getElementById(added.current)?.querySelector('input')?.focus();
    added.current = null;
  });
  const add = (type: CodeType) => {
    if (rows[type].length >= MAX_CODES[type]) {
      onProblem(tooManyRows(type));
      return;
    }
    const row = newRow();
    added.current = row.key;
    onChange((now) => ({ ...now, [type]: [...now[type], row] }));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={({ active, over }) => {
        if (over !== null) onChange((now) => movedRow(now, String(active.id), String(over.id)));
      }}
      // The handles have their own instructions.
      accessibility={{ screenReaderInstructions: { draggable: '' } }}
    >
      {CODE_TYPES.map((type) => (
        <Box key={type} component="section" aria-label={`${CODE_TYPE_LABELS[type]} codes`}>
          <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', mb: 1 }}>
            <Typography variant="h3">
              {CODE_TYPE_LABELS[type]} codes{' '}
              <Typography component="span" variant="body2" color="textSecondary">
                {rows[type].length} of {MAX_CODES[type]}
              </Typography>
            </Typography>
            <Button size="small" startIcon={<AddIcon />} onClick={() => add(type)}>
              Add {CODE_TYPE_LABELS[type]} code
            </Button>
          </Stack>
          <SortableContext items={rows[type].map(({ key }) => key)} strategy={verticalListSortingStrategy}>
            <Stack sx={{ gap: 1.5 }}>
              {rows[type].map((row, at) => (
                <RuleCodeRow
                  key={row.key}
                  row={row}
                  type={type}
                  fields={fields}
                  place={`${CODE_TYPE_LABELS[type]} code ${at + 1}`}
                  problem={problems.get(row.key)}
                  onChange={(change) => {
                    onChange((now) => ({
                      ...now,
                      [type]: now[type].map((each) => (each.key === row.key ? { ...each, ...change } : each)),
                    }));
                    onMend(row.key);
                  }}
                  onStep={(by) => {
                    const other = rows[type][at + by];
                    if (other !== undefined) onChange((now) => movedRow(now, row.key, other.key));
                  }}
                  onRemove={() => {
                    onChange((now) => ({ ...now, [type]: now[type].filter(({ key }) => key !== row.key) }));
                    onMend(row.key);
                  }}
                />
              ))}
            </Stack>
          </SortableContext>
        </Box>
      ))}
    </DndContext>
  );
}
