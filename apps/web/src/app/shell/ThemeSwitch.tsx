import BrightnessAutoOutlined from '@mui/icons-material/BrightnessAutoOutlined';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import { IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { useState } from 'react';
import { explainError } from '#lib/errors/error-text.ts';
import { usePreferences } from '#lib/session/use-preferences.ts';
import { useToast } from '#ui/ToastProvider.tsx';

const MODES = [
  { mode: 'light', label: 'Light', Icon: LightModeOutlined },
  { mode: 'dark', label: 'Dark', Icon: DarkModeOutlined },
  { mode: 'system', label: 'Match system', Icon: BrightnessAutoOutlined },
] as const;

/** Switches the color scheme and saves it in the user's preferences. */
export function ThemeSwitch() {
  const { preferences, save } = usePreferences();
  const toast = useToast();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const Current = MODES.find(({ mode }) => mode === preferences.theme)?.Icon ?? BrightnessAutoOutlined;

  const choose = async (theme: (typeof MODES)[number]['mode']) => {
    setAnchor(null);
    try {
      await save({ theme });
    } catch (error) {
      toast.error(explainError(error, 'Your preference could not be saved'));
    }
  };

  return (
    <>
      <Tooltip title="Theme">
        <IconButton
          color="inherit"
          aria-label="Theme"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Current />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {MODES.map(({ mode, label, Icon }) => (
          <MenuItem
            key={mode}
            role="menuitemradio"
            aria-checked={preferences.theme === mode}
            selected={preferences.theme === mode}
            onClick={() => void choose(mode)}
          >
            <ListItemIcon>
              <Icon fontSize="small" />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
