import { createContext, useContext, useEffect } from 'react';

/** Inputs whose text cannot be applied, with the reason, by what they are called. */
export type InvalidInputs = Map<string, string>;

/** The invalid inputs of the editor around a field; null outside an editor. */
export const InvalidInputsContext = createContext<InvalidInputs | null>(null);

/** Reports an input whose text stays but cannot be applied, so that saving is refused and names it. */
export function useInvalidInput(name: string, problem: string | null): void {
  const inputs = useContext(InvalidInputsContext);
  useEffect(() => {
    if (inputs === null || problem === null) return undefined;
    inputs.set(name, problem);
    return () => {
      inputs.delete(name);
    };
  }, [inputs, name, problem]);
}
