import { auditResolve } from '@portal/contract/audit';
import { parseAuditEntityId } from '@portal/domain/audit-log';
import { hasPermission } from '#request/context.ts';
import { operation } from '#http/operation.ts';
import { listLabels, type Label, type Labels } from './entity-label-repo.ts';

/**
 * Resolves entities to names, keyed by "Type:Id" as requested. Deleted and unnamed entities, and those the caller may not
 * see, are left out; the screen shows a generic label for them. Patients are never named.
 */
export const resolveEntities = operation(auditResolve, async (context, { body: { entities } }) => {
  const { db } = context.deps;
  const sight = {
    patients: hasPermission(context, 'Patient.View'),
    documents: hasPermission(context, 'Document.View') && hasPermission(context, 'Patient.View'),
    restrictedOffices: context.user.roles.includes('SuperAdmin'),
  };
  const asked = entities.map((entity) => ({ ...entity, refersTo: parseAuditEntityId(entity.entityId) }));
  const wanted = new Map<string, Set<string>>();
  const want = (type: string, id: string) =>
    wanted.set(type, (wanted.get(type) ?? new Set<string>()).add(id));
  for (const { entityType, refersTo } of asked) {
    if (refersTo.kind === 'id') want(entityType, refersTo.id);
    if (refersTo.kind === 'assignment') {
      want('User', refersTo.userId);
      want('Role', refersTo.roleId);
    }
  }
  const found = new Map<string, Labels>();
  for (const [type, ids] of wanted) found.set(type, await listLabels(db, type, [...ids], sight));
  const labelOf = ({ entityType, refersTo }: (typeof asked)[number]): Label | undefined => {
    if (refersTo.kind === 'id') return found.get(entityType)?.get(refersTo.id);
    if (refersTo.kind === 'unknown') return undefined;
    const user = found.get('User')?.get(refersTo.userId);
    return user && { name: user.name, subtext: found.get('Role')?.get(refersTo.roleId)?.name ?? null };
  };
  return Object.fromEntries(
    asked.flatMap((entity) => {
      const label = labelOf(entity);
      return label === undefined ? [] : [[`${entity.entityType}:${entity.entityId}`, label]];
    }),
  );
});
