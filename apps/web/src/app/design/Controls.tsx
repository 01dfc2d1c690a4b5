import DeleteOutlineIcon from '@mui/icons-material/DeleteOutlined';
import EditOutlinedIcon from '@mui/icons-material/EditOutlined';
import MoreVertIcon from '@mui/icons-material/MoreVert';
import {
  Button,
  Chip,
  IconButton,
  Menu,
  MenuItem,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
} from '@mui/material';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { NewLink } from '#ui/NewLink.tsx';
import { Section } from '#ui/Section.tsx';
import { useToast } from '#ui/ToastProvider.tsx';
import { Example, Row } from './Example.tsx';

/** What people press. */
export function Controls() {
  return (
    <Section title="Buttons and menus">
      <Example title="Buttons: one main action, the others quiet">
        <Row>
          <NewLink to="/design">New Order</NewLink>
          <Button variant="contained">Save</Button>
          <Button variant="outlined">Cancel</Button>
          <Button>Show as table</Button>
          <Button variant="outlined" color="error">
            Revoke
          </Button>
          <Button variant="contained" color="error">
            Delete
          </Button>
          <Button variant="contained" disabled>
            Save
          </Button>
          <Button variant="outlined" size="small">
            Small
          </Button>
          <CopyButton text="ORD-2026-000200" label="Copy order number" />
        </Row>
      </Example>
      <Example title="Icon buttons">
        <Row>
          <Tooltip title="Edit">
            <IconButton aria-label="Edit">
              <EditOutlinedIcon />
            </IconButton>
          </Tooltip>
          <IconButton aria-label="Delete" color="error">
            <DeleteOutlineIcon />
          </IconButton>
          <IconButton aria-label="Edit an inactive record" disabled>
            <EditOutlinedIcon />
          </IconButton>
        </Row>
      </Example>
      <Example title="Choices">
        <Sides />
      </Example>
      <Example title="Chips">
        <Row>
          <Chip label="Lumbar" />
          <Chip label="Cervical" onDelete={() => undefined} />
          <Chip label="Choose" variant="outlined" onClick={() => undefined} />
        </Row>
      </Example>
      <Example title="Menus, questions and messages">
        <Row>
          <ExampleMenu />
          <Questions />
          <Toasts />
        </Row>
      </Example>
    </Section>
  );
}

function Sides() {
  const [side, setSide] = useState('left');
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="Side"
      value={side}
      onChange={(_event, value: string | null) => setSide(value ?? side)}
    >
      <ToggleButton value="left">Left</ToggleButton>
      <ToggleButton value="right">Right</ToggleButton>
      <ToggleButton value="both">Bilateral</ToggleButton>
    </ToggleButtonGroup>
  );
}

function ExampleMenu() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<MoreVertIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        More
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={close}>
        <MenuItem selected onClick={close}>
          Selected
        </MenuItem>
        <MenuItem onClick={close}>Print</MenuItem>
        <MenuItem disabled>Not possible now</MenuItem>
      </Menu>
    </>
  );
}

function Questions() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)}>
        Cancel Order
      </Button>
      <ConfirmDialog
        open={isOpen}
        title="Cancel this order?"
        text="Order ORD-2026-000200 for Consuelo Davis will be canceled."
        confirmLabel="Cancel Order"
        cancelLabel="Keep"
        asksReason
        isDanger
        records={['ORD-2026-000200']}
        onConfirm={async () => undefined}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Toasts() {
  const toast = useToast();
  return (
    <>
      <Button variant="outlined" onClick={() => toast.success('Order ORD-2026-000200 was saved.')}>
        Show a success
      </Button>
      <Button variant="outlined" onClick={() => toast.info('The list was refreshed.')}>
        Show a notice
      </Button>
      <Button
        variant="outlined"
        onClick={() => toast.error('The order could not be saved. Check your connection and try again.')}
      >
        Show an error
      </Button>
    </>
  );
}
