import AddIcon from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import { Box, Button, IconButton, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { TEMPLATE_LIMITS } from '@portal/domain/template/content';
import type { ReactNode } from 'react';
import { ComparisonFields } from './ComparisonFields.tsx';
import {
  isGroup,
  NEW_COMPARISON,
  pathTo,
  type ConditionInput,
  type ConditionProblems,
  type GroupInput,
} from './condition-input.ts';
import type { OperandChoice } from './operand-choices.ts';

interface ConditionEditorProps {
  readonly condition: ConditionInput;
  readonly onChange: (condition: ConditionInput) => void;
  readonly operands: readonly OperandChoice[];
  /** What is shown as wrong. */
  readonly problems: ConditionProblems;
  /** What the condition belongs to, for screen readers: "visibility rule 1". */
  readonly name: string;
  /** Whether the condition can be that it always applies. */
  readonly canBeAlways?: boolean;
  /** Removes the last condition. Without it, one condition stays. */
  readonly onRemove?: () => void;
}

/** A condition: one comparison, or groups of which all or any must be met. */
export function ConditionEditor({ condition, onChange, ...props }: ConditionEditorProps) {
  if (isGroup(condition))
    return (
      <Group
        {...props}
        group={condition}
        path=""
        depth={1}
        onChange={(next) => onChange(next ?? NEW_COMPARISON)}
        onSingle={onChange}
      />
    );
  const { problems, operands, canBeAlways = false, onRemove, name } = props;
  return (
    <Stack sx={{ gap: 1, alignItems: 'flex-start' }}>
      <RemovableRow {...(onRemove !== undefined && { onRemove })} name={`condition of ${name}`}>
        <ComparisonFields
          comparison={condition}
          onChange={onChange}
          operands={operands}
          problems={problems}
          path=""
          canBeAlways={canBeAlways}
        />
      </RemovableRow>
      {condition.operator === 'default' ? null : (
        <Button
          size="small"
          startIcon={<AddIcon />}
          aria-label={`Add condition to ${name}`}
          onClick={() => onChange({ match: 'all', conditions: [condition, NEW_COMPARISON] })}
        >
          Add condition
        </Button>
      )}
    </Stack>
  );
}

const MATCHES = [
  { value: 'all', label: 'All of these conditions' },
  { value: 'any', label: 'Any of these conditions' },
] as const;

interface GroupProps extends Pick<ConditionEditorProps, 'operands' | 'problems' | 'name'> {
  readonly group: GroupInput;
  readonly path: string;
  /** From 1. */
  readonly depth: number;
  /** Null removes the group. */
  readonly onChange: (group: GroupInput | null) => void;
  /** Replaces the outermost group by the one condition that is left. */
  readonly onSingle?: (condition: ConditionInput) => void;
  readonly onRemove?: () => void;
}

function Group({ group, path, depth, onChange, onSingle, onRemove, ...props }: GroupProps) {
  const { name } = props;
  const { match, conditions } = group;
  const groupName = path === '' ? name : `group ${numbered(path)} of ${name}`;
  const set = (next: readonly ConditionInput[]) => {
    const [only] = next;
    if (next.length === 1 && only !== undefined && onSingle !== undefined) onSingle(only);
    else if (next.length > 0) onChange({ match, conditions: [...next] });
    else if (onRemove === undefined) onChange(null);
    else onRemove();
  };
  const replace = (at: number, next: ConditionInput | null) =>
    set(next === null ? conditions.toSpliced(at, 1) : conditions.with(at, next));
  const isFull = conditions.length >= TEMPLATE_LIMITS.conditions;
  return (
    <Box
      component="fieldset"
      aria-label={`Conditions of ${groupName}`}
      sx={{
        ...FIELDSET,
        width: '100%',
        ...(depth > 1 && { borderLeft: 3, borderColor: 'divider', pl: 1.5 }),
      }}
    >
      <MatchSelect match={match} onChange={(next) => onChange({ match: next, conditions })} />
      <Stack component="ol" sx={{ gap: 1.5, listStyle: 'none', m: 0, p: 0 }}>
        {conditions.map((each, at) => (
          <Box component="li" key={pathTo(path, at)} sx={APART_ON_PHONES}>
            {isGroup(each) ? (
              <Group
                {...props}
                group={each}
                path={pathTo(path, at)}
                depth={depth + 1}
                onChange={(next) => replace(at, next)}
              />
            ) : (
              <RemovableRow
                name={`condition ${numbered(pathTo(path, at))} of ${name}`}
                onRemove={() => replace(at, null)}
              >
                <ComparisonFields
                  {...props}
                  comparison={each}
                  path={pathTo(path, at)}
                  canBeAlways={false}
                  onChange={(next) => replace(at, next)}
                />
              </RemovableRow>
            )}
          </Box>
        ))}
      </Stack>
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button
          size="small"
          startIcon={<AddIcon />}
          disabled={isFull}
          aria-label={`Add condition to ${groupName}`}
          onClick={() => set([...conditions, NEW_COMPARISON])}
        >
          Add condition
        </Button>
        {depth < TEMPLATE_LIMITS.groupDepth ? (
          <Button
            size="small"
            disabled={isFull}
            aria-label={`Add group to ${groupName}`}
            onClick={() => set([...conditions, newGroup(match)])}
          >
            Add group
          </Button>
        ) : null}
      </Stack>
    </Box>
  );
}

/** A group without the look of one. */
export const FIELDSET = { border: 0, m: 0, p: 0, minWidth: 0 };

interface MatchSelectProps {
  readonly match: GroupInput['match'];
  readonly onChange: (match: GroupInput['match']) => void;
}

function MatchSelect({ match, onChange }: MatchSelectProps) {
  return (
    <TextField
      select
      size="small"
      label="Must be met"
      value={match}
      onChange={({ target }) => onChange(target.value === 'any' ? 'any' : 'all')}
      sx={{ mb: 1.5, width: '100%', maxWidth: 260 }}
    >
      {MATCHES.map(({ value, label }) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  );
}

const APART_ON_PHONES = {
  '& + &': { borderTop: { xs: 1, sm: 0 }, borderColor: 'divider', pt: { xs: 1.5, sm: 0 } },
};

/** A group inside "all of" is usually "any of", and the other way around. */
const newGroup = (outer: GroupInput['match']): GroupInput => ({
  match: outer === 'all' ? 'any' : 'all',
  conditions: [NEW_COMPARISON, NEW_COMPARISON],
});

/** "2.1" for the path "1.0". */
const numbered = (path: string): string =>
  path
    .split('.')
    .map((at) => Number(at) + 1)
    .join('.');

interface RemovableRowProps {
  readonly name: string;
  readonly onRemove?: () => void;
  readonly children: ReactNode;
}

function RemovableRow({ name, onRemove, children }: RemovableRowProps) {
  return (
    <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.5, width: '100%' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
      {onRemove === undefined ? null : (
        <IconButton size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          <DeleteOutlined fontSize="small" />
        </IconButton>
      )}
    </Stack>
  );
}

/** Says a condition in one sentence below its editor. */
export function ConditionSentence({ children }: { readonly children: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ my: 1, overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  );
}
