import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Divider, IconButton, Menu, MenuItem } from '@mui/material';
import { useId, useState } from 'react';
import { putInto, stepped, type Arrangement } from './arrangement.ts';
import { withFieldCopy, withoutField } from './template-draft.ts';
import { withAutoPopulate } from './template-values.ts';
import type { BuilderState } from './use-builder.ts';

interface FieldMenuProps {
  readonly fieldKey: string;
  readonly builder: BuilderState;
}

/** Menu with more actions for a field, including moving it without dragging. */
export function FieldMenu({ fieldKey, builder }: FieldMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const { content, arrangement, parts, autoPopulate } = builder;
  const part = parts.fields.get(fieldKey);
  if (part === undefined) return null;
  const { field, place } = part;
  const close = () => setAnchor(null);
  const move = (next: Arrangement) => {
    close();
    builder.moveTo(fieldKey, next);
  };
  const remove = () => {
    close();
    builder.change(withoutField(content, place), {
      autoPopulate: withAutoPopulate(autoPopulate, field.id, null),
    });
  };
  const others = arrangement.filter(({ fields }) => !fields.includes(fieldKey));
  const [up, down] = [stepped(arrangement, fieldKey, -1), stepped(arrangement, fieldKey, 1)];
  return (
    <>
      <IconButton
        size="small"
        aria-label={`More actions for field ${field.label}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor === null ? undefined : id}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <MoreVertIcon fontSize="small" />
      </IconButton>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem
          onClick={() => {
            close();
            builder.change(withFieldCopy(content, place));
          }}
        >
          Duplicate
        </MenuItem>
        <MenuItem disabled={up === arrangement} onClick={() => move(up)}>
          Move up
        </MenuItem>
        <MenuItem disabled={down === arrangement} onClick={() => move(down)}>
          Move down
        </MenuItem>
        {others.map(({ key }) => (
          <MenuItem key={key} onClick={() => move(putInto(arrangement, fieldKey, key))}>
            Move to “{parts.sections.get(key)?.section.title}”
          </MenuItem>
        ))}
        <Divider />
        <MenuItem onClick={remove}>Delete</MenuItem>
      </Menu>
    </>
  );
}
