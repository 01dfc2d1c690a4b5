import FactCheckOutlinedIcon from '@mui/icons-material/FactCheckOutlined';
import { Button, Menu, MenuItem } from '@mui/material';
import type { CheckFinding } from '@portal/contract/signing-checks';
import { useRef, useState } from 'react';
import { FindingSource } from './FindingSource.tsx';
import { isBlocking } from './use-findings.ts';

interface FindingsButtonProps {
  readonly findings: readonly CheckFinding[];
  readonly onGoTo: (finding: CheckFinding) => void;
}

/** Lists what to look at before signing. Each item jumps to where it can be corrected. */
export function FindingsButton({ findings, onGoTo }: FindingsButtonProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const wanted = useRef<CheckFinding | null>(null);
  if (findings.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        color={findings.some(isBlocking) ? 'error' : 'warning'}
        startIcon={<FactCheckOutlinedIcon />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {findings.length === 1 ? '1 check' : `${findings.length} checks`}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        // The menu returns the focus to the button first.
        slotProps={{
          transition: {
            onExited: () => {
              if (wanted.current !== null) onGoTo(wanted.current);
              wanted.current = null;
            },
          },
          list: { 'aria-label': 'Before you sign' },
        }}
      >
        {findings.map((finding) => (
          <MenuItem
            key={`${finding.check} ${finding.fieldId ?? ''} ${finding.lineIndex ?? ''} ${finding.message}`}
            sx={{ whiteSpace: 'normal', maxWidth: 480 }}
            onClick={() => {
              wanted.current = finding;
              close();
            }}
          >
            <span>
              {finding.message}
              <FindingSource finding={finding} />
            </span>
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
