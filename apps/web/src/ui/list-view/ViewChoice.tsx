import CheckIcon from '@mui/icons-material/Check';
import { ListItemButton, ListItemIcon, ListItemText, Typography } from '@mui/material';
import type { SavedView, ViewState } from '@portal/contract/saved-views';
import { MenuGroup } from './MenuGroup.tsx';
import { isSameView } from './view-url.ts';

interface ViewChoiceProps {
  /** Undefined until loaded. */
  readonly views: readonly SavedView[] | undefined;
  readonly hasFailed: boolean;
  readonly current: ViewState;
  readonly onOpen: (view: SavedView) => void;
  readonly onSave: () => void;
  readonly onManage: () => void;
}

/** The saved views, with a check mark at the one that the list shows. */
export function ViewChoice({ views, hasFailed, current, onOpen, onSave, onManage }: ViewChoiceProps) {
  const note = hasFailed
    ? 'Failed to load saved views'
    : views === undefined
      ? 'Loading...'
      : views.length === 0
        ? 'Save filters, sorting and columns to open them with one click.'
        : null;
  return (
    <MenuGroup title="Saved views">
      {note === null ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 0.5 }}>
          {note}
        </Typography>
      )}
      {views?.map((view) => {
        const isCurrent = isSameView(view.state, current);
        return (
          <ListItemButton
            key={view.id}
            dense
            component="button"
            aria-pressed={isCurrent}
            onClick={() => onOpen(view)}
            sx={{ width: '100%' }}
          >
            <ListItemIcon sx={{ minWidth: 28 }}>
              {isCurrent ? <CheckIcon fontSize="small" /> : null}
            </ListItemIcon>
            <ListItemText
              primary={view.name}
              secondary={view.isDefault ? 'Default' : null}
              sx={{ m: 0, overflowWrap: 'anywhere' }}
            />
          </ListItemButton>
        );
      })}
      <ListItemButton dense component="button" onClick={onSave} sx={{ width: '100%' }}>
        <ListItemText primary="Save this view..." sx={{ m: 0 }} />
      </ListItemButton>
      {views === undefined || views.length === 0 ? null : (
        <ListItemButton dense component="button" onClick={onManage} sx={{ width: '100%' }}>
          <ListItemText primary="Manage views..." sx={{ m: 0 }} />
        </ListItemButton>
      )}
    </MenuGroup>
  );
}
