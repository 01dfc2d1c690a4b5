import { useColorScheme } from '@mui/material';

/** The user's choice. */
export type ThemeMode = 'system' | 'light' | 'dark';

/** The selected mode, the resulting scheme, and a setter. The choice is stored in the browser. */
export function useThemeMode(): {
  readonly mode: ThemeMode;
  readonly scheme: 'light' | 'dark';
  readonly setMode: (mode: ThemeMode) => void;
} {
  const { mode = 'system', colorScheme = 'light', setMode } = useColorScheme();
  return { mode, scheme: colorScheme, setMode };
}
