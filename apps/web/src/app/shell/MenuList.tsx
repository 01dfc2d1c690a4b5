import ExpandMoreIcon from '@mui/icons-material/ExpandMore';
import type { MenuGroup } from '@portal/domain/menu-groups';
import { memo, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { usePractice } from '#lib/query/use-practice.ts';
import { useAccess } from '#lib/session/use-session.ts';
import { PracticeMark } from '#ui/PracticeMark.tsx';
import { PRODUCT_TITLE } from '#ui/product.ts';
import { currentEntry, GROUP_LABELS, groupsOf, visibleEntries, type NavigationEntry } from '../navigation.ts';
import { useMenuChoices } from './use-menu-choices.ts';
import './menu.css';

/** The product's tagline. */
const TAGLINE = 'HIPAA Compliant Management System';

interface MenuListProps {
  /** Only icons, with their names as tooltips. */
  readonly isNarrow?: boolean;
  readonly onNavigate?: () => void;
}

/** The menu entries that the user may see, by group, with the current page's entry highlighted. */
export function MenuList({ isNarrow = false, onNavigate }: MenuListProps) {
  const { passes } = useAccess();
  const { pathname } = useLocation();
  const { collapsed, toggle } = useMenuChoices();
  const entries = visibleEntries(passes);
  const current = currentEntry(pathname, entries);
  const groups = groupsOf(entries);
  return (
    <nav aria-label="Main" className={isNarrow ? 'menu menu-narrow' : 'menu'}>
      <MenuTop isNarrow={isNarrow} />
      {groups.map(({ group, entries: listed }) => (
        <MenuPart
          key={group}
          group={group}
          hasHeading={groups.length > 1}
          isOpen={isNarrow || !collapsed.includes(group) || current?.group === group}
          onToggle={toggle}
        >
          {listed.map((entry) => (
            <MenuEntry
              key={entry.path}
              entry={entry}
              isCurrent={entry === current}
              isNarrow={isNarrow}
              onNavigate={onNavigate}
            />
          ))}
        </MenuPart>
      ))}
    </nav>
  );
}

/** The title and the tagline, below the practice's logo if it has one. */
function MenuTop({ isNarrow }: { readonly isNarrow: boolean }) {
  const { name, logo = null } = usePractice().data ?? {};
  return (
    <div className="menu-product">
      {logo === null ? null : (
        <div className="menu-practice" title={name} translate="no">
          <PracticeMark logo={logo} size={isNarrow ? 'rail' : 'small'} name={isNarrow ? (name ?? '') : ''} />
          {isNarrow ? null : <p>{name}</p>}
        </div>
      )}
      {isNarrow && logo !== null ? null : (
        <p className="menu-name">{isNarrow ? initialsOf(PRODUCT_TITLE) : PRODUCT_TITLE}</p>
      )}
      <p className="menu-tagline">{TAGLINE}</p>
    </div>
  );
}

const initialsOf = (text: string) => text.replaceAll(/(\w)\w*\s*/g, '$1');

interface MenuPartProps {
  readonly group: MenuGroup;
  readonly hasHeading: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (group: MenuGroup) => void;
  readonly children: React.ReactNode;
}

/** A group under its heading, which shows and hides the entries. */
function MenuPart({ group, hasHeading, isOpen, onToggle, children }: MenuPartProps) {
  const id = useId();
  return (
    <div className="menu-group">
      {hasHeading ? (
        <button
          type="button"
          className="menu-heading"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onToggle(group)}
        >
          <span>{GROUP_LABELS[group]}</span>
          <ExpandMoreIcon fontSize="small" />
        </button>
      ) : null}
      <ul id={id} aria-label={GROUP_LABELS[group]} hidden={!isOpen}>
        {children}
      </ul>
    </div>
  );
}

interface MenuEntryProps {
  readonly entry: NavigationEntry;
  readonly isCurrent: boolean;
  readonly isNarrow: boolean;
  readonly onNavigate: (() => void) | undefined;
}

/** Rendered again only if the page becomes or was the current one: a full menu takes longer than some pages. */
const MenuEntry = memo(function MenuEntry({ entry, isCurrent, isNarrow, onNavigate }: MenuEntryProps) {
  const { path, label, icon: Icon, Badge } = entry;
  return (
    <li>
      <Link
        to={path}
        className="menu-entry"
        title={isNarrow ? label : undefined}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Icon />
        <span className="menu-label">{label}</span>
        {Badge === undefined ? null : <Badge />}
      </Link>
    </li>
  );
});
