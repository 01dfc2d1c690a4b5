import MoreVertIcon from '@mui/icons-material/MoreVert';
import { Divider, IconButton, Menu, MenuItem } from '@mui/material';
import type { BillingCodeRule } from '@portal/contract/billing-code-rules';
import { useId, useState } from 'react';
import { copiesOf, rulesNaming } from '../billing-rules/pending-rules.ts';
import { putInto, stepped, type Arrangement } from './arrangement.ts';
import { withFieldCopy, withoutField } from './template-draft.ts';
import { withAutoPopulate } from './template-values.ts';
import type { BuilderState } from './use-builder.ts';

interface FieldMenuProps {
  readonly fieldKey: string;
  readonly builder: BuilderState;
}

/** Options of a field that have a menu item for a billing rule. */
const MAX_OPTIONS = 8;

/** Menu with more actions for a field, including moving it without dragging. */
export function FieldMenu({ fieldKey, builder }: FieldMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const { content, arrangement, parts, autoPopulate, billing } = builder;
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
  const naming = rulesNaming(billing.rules, field.id);
  const duplicate = (rules: readonly BillingCodeRule[]) => {
    close();
    const copy = withFieldCopy(content, place);
    builder.change(copy.content);
    if (rules.length > 0) billing.add(copiesOf(rules, new Map([[field.id, copy.id]])));
  };
  const startRule = (fieldValue: string) => {
    close();
    billing.start?.({ fieldId: field.id, fieldValue });
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
        <MenuItem onClick={() => duplicate([])}>Duplicate</MenuItem>
        {naming.length === 0 ? null : (
          <MenuItem onClick={() => duplicate(naming)}>
            Duplicate with its {naming.length === 1 ? 'billing rule' : `${naming.length} billing rules`}
          </MenuItem>
        )}
        {billing.start === undefined
          ? null
          : [
              <MenuItem key="rule" onClick={() => startRule('')}>
                Add billing rule
              </MenuItem>,
              ...field.options.slice(0, MAX_OPTIONS).map((option) => (
                <MenuItem key={`rule ${option}`} onClick={() => startRule(option)}>
                  Add billing rule for “{option}”
                </MenuItem>
              )),
            ]}
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
