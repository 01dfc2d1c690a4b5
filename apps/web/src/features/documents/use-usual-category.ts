import { documentUsualCategories } from '@portal/contract/documents';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useWatch, type Control } from 'react-hook-form';
import { useEndpointQuery } from '#lib/query/endpoint-query.ts';
import { useField } from '#ui/form/field.ts';
import type { Details, DetailsInput } from './upload-form.ts';

/** Fills in the usual category of the chosen type, unless the user has chosen another one. */
export function useUsualCategory(control: Control<DetailsInput, unknown, Details>): void {
  const usual = useEndpointQuery(documentUsualCategories, {}).data;
  const type = useWatch({ control, name: 'type' });
  const category = useField({ control, name: 'category' });
  const before = useRef(type);
  const fill = useEffectEvent((chosen: string, all: NonNullable<typeof usual>) => {
    const categoryOf = (wanted: string) => all.find((one) => one.type === wanted)?.category ?? '';
    const isUntouched = category.value === '' || category.value === categoryOf(before.current);
    if (isUntouched && category.value !== categoryOf(chosen)) category.setValue(categoryOf(chosen));
    before.current = chosen;
  });
  useEffect(() => {
    if (usual !== undefined) fill(type, usual);
  }, [type, usual]);
}
