import LinearProgress from '@mui/material/LinearProgress';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** Milliseconds before the bar appears; a page that loads faster shows none. */
const DELAY_MS = 150;

/** A thin progress bar below the top bar while a page's code is loading. */
export function RouteProgress() {
  const isLoading = useNavigation().state !== 'idle';
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setShown(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [isLoading]);
  if (!isShown) return null;
  return (
    <LinearProgress
      aria-label="Loading page"
      sx={{ position: 'absolute', left: 0, right: 0, bottom: -2, height: 2 }}
    />
  );
}
