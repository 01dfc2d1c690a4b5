import type { AuditEntry } from '@portal/contract/audit';
import { createContext, use, useMemo, type ReactNode } from 'react';
import { entitiesToName, entityLabel, type EntityNames } from './entity-labels.ts';
import { useEntityNames } from './use-entity-names.ts';
import { WithTooltip } from './WithTooltip.tsx';

const Names = createContext<EntityNames>({});
const NO_ENTITY = { text: '—', detail: null };

interface NamedEntitiesProps {
  readonly entries: readonly AuditEntry[];
  readonly children: ReactNode;
}

/** Names the entities of the entries for the cells inside, the only part of the list that the names render again. */
export function NamedEntities({ entries, children }: NamedEntitiesProps) {
  const names = useEntityNames(useMemo(() => entitiesToName(entries), [entries]));
  return <Names value={names}>{children}</Names>;
}

/** The entity of an entry: its name once it is known. */
export const EntityCell = ({ entry }: { readonly entry: AuditEntry }) => (
  <WithTooltip {...(entityLabel(entry, use(Names)) ?? NO_ENTITY)} />
);
