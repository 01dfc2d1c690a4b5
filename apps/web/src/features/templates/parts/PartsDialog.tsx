import { Box, Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { fieldsOf } from '@portal/domain/template/content';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { FormDialog } from '#ui/FormDialog.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { rulesOfPart } from '../billing-rules/pending-rules.ts';
import type { BuilderState } from '../builder/use-builder.ts';
import { templateParts, withFreeIds, withPart, type TemplatePart } from './template-parts.ts';

interface PartsDialogProps {
  readonly builder: BuilderState;
  readonly onClose: () => void;
}

/** Inserts ready sets of fields with their rules. Each is one undo step. */
export function PartsDialog({ builder, onClose }: PartsDialogProps) {
  const { content, billing } = builder;
  const { sections } = content;
  const [at, setAt] = useState(Math.max(0, sections.length - 1));
  const toast = useToast();
  const insert = async (part: TemplatePart) => {
    const fresh = withFreeIds(
      part,
      fieldsOf(content).map(({ id }) => id),
    );
    builder.change(withPart(content, at, fresh));
    onClose();
    const count = fieldsOf(part.content).length;
    toast.success(`${part.name}: ${count === 1 ? '1 field was' : `${count} fields were`} inserted`);
    if (fresh.rules.length === 0) return;
    try {
      const { pending, unknown } = await rulesOfPart(fresh.rules);
      billing.add(pending);
      if (unknown.length > 0)
        toast.info(
          `Billing codes ${unknown.join(', ')} are not among those of the practice. Their rules were left out.`,
        );
    } catch (failure) {
      toast.error(explainError(failure, `The billing rules of ${part.name} could not be prepared`));
    }
  };
  return (
    <FormDialog title="Insert Ready Part" size="sm" onClose={onClose}>
      {sections.length < 2 ? null : (
        <TextField
          select
          fullWidth
          label="Insert into"
          value={String(at)}
          onChange={({ target }) => setAt(Number(target.value))}
          sx={{ mb: 2 }}
        >
          {sections.map(({ id, title }, index) => (
            <MenuItem key={`${id} ${index + 1}`} value={String(index)}>
              {title === '' ? `Section ${index + 1}` : title}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {templateParts().map((part) => (
          <Stack
            key={part.name}
            component="li"
            direction="row"
            sx={{
              alignItems: 'center',
              gap: 1,
              py: 1,
              '& + &': { borderTop: 1, borderColor: 'divider' },
            }}
          >
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <Typography sx={{ fontWeight: 600 }}>{part.name}</Typography>
              <Typography variant="body2" color="textSecondary">
                {part.shortDescription} {extent(part)}
              </Typography>
            </Box>
            <Button variant="outlined" aria-label={`Insert ${part.name}`} onClick={() => void insert(part)}>
              Insert
            </Button>
          </Stack>
        ))}
      </Stack>
      <Stack direction="row" sx={{ justifyContent: 'flex-end', pt: 1 }}>
        <Button onClick={onClose}>Cancel</Button>
      </Stack>
    </FormDialog>
  );
}

/** "(3 fields, 2 billing rules)". */
function extent({ content, rules }: TemplatePart): string {
  const fields = fieldsOf(content).length;
  const parts = [fields === 1 ? '1 field' : `${fields} fields`];
  if (rules.length > 0) parts.push(rules.length === 1 ? '1 billing rule' : `${rules.length} billing rules`);
  return `(${parts.join(', ')})`;
}
