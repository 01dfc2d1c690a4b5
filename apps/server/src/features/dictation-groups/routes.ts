import * as groups from '@portal/contract/dictation-groups';
import type { Binder } from '#http/bind.ts';
import {
  countElsewhere,
  getGroup,
  getGroupable,
  getGroupsOfDate,
  getGroupsOfProvider,
  validateGroup,
} from './list-groups.ts';
import { addToGroup, createGroup, removeFromGroup, removeGroup, signGroup } from './group-service.ts';

/** Binds the endpoints of dictation groups. */
export function bindDictationGroups(binder: Binder): void {
  binder.bind(groups.groupCreate, ({ body }, context) => createGroup(context, body));
  binder.bind(groups.groupGet, ({ params }, context) => getGroup(context, params.id));
  binder.bind(groups.groupsOfProvider, ({ params, query }, context) =>
    getGroupsOfProvider(context, params.id, query),
  );
  binder.bind(groups.groupsOfDate, ({ params, query }, context) =>
    getGroupsOfDate(context, params.date, query.providerId),
  );
  binder.bind(groups.groupAvailable, ({ params, query }, context) =>
    getGroupable(context, params.date, query),
  );
  binder.bind(groups.groupElsewhere, ({ params, query }, context) =>
    countElsewhere(context, params.date, query),
  );
  binder.bind(groups.groupValidate, ({ body }, context) => validateGroup(context, body));
  binder.bind(groups.groupSignAll, ({ params }, context) => signGroup(context, params.id));
  binder.bind(groups.groupAdd, ({ params, body }, context) =>
    addToGroup(context, params.id, body.dictationIds),
  );
  binder.bind(groups.groupRemove, ({ params }, context) =>
    removeFromGroup(context, params.id, params.dictationId),
  );
  binder.bind(groups.groupDelete, ({ params }, context) => removeGroup(context, params.id));
}
