import { type RefObject, useEffect, useRef, useState } from 'react';

/** Error texts by field, in the reader's language. */
export type FaultsOf<F extends string> = Partial<Record<F, string>>;

export interface Sending<F extends string> {
  pending: boolean;
  faults: FaultsOf<F>;
  /** A refusal that concerns no field, and when it came. */
  refusal: { error: unknown; at: number } | null;
  /** Wraps the fields, so that the first one in error can be focused. */
  area: RefObject<HTMLDivElement | null>;
  /** Sends, once at a time, unless an error is found beforehand. What was typed stays. True when it succeeded. */
  send(seen: FaultsOf<F>, run: () => Promise<void>): Promise<boolean>;
  /** Clears a field's error, because it is being edited. */
  forget(field: F): void;
}

const AT_FAULT = [
  ':is(input, textarea, select, button)[aria-invalid=true]',
  '[data-invalid=true] button',
  ':is([role=group], [role=radiogroup])[data-invalid] input',
  '[data-fault] input',
].join();

/** Sends a form. `faultsOf` assigns a refusal to the fields it concerns; it returns none if it concerns none. */
export function useSending<F extends string>(faultsOf: (error: unknown) => FaultsOf<F>): Sending<F> {
  const [pending, setPending] = useState(false);
  const [faults, setFaults] = useState<FaultsOf<F>>({});
  const [refusal, setRefusal] = useState<Sending<F>['refusal']>(null);
  const area = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) area.current?.querySelector<HTMLElement>(AT_FAULT)?.focus();
  }, [attempt]);
  const refuse = (found: FaultsOf<F>) => {
    setFaults(found);
    setAttempt((count) => count + 1);
  };
  const send = async (seen: FaultsOf<F>, run: () => Promise<void>): Promise<boolean> => {
    if (pending) return false;
    setRefusal(null);
    const half = halfTyped(area.current);
    // Each shows its own error.
    for (const field of half) field.checkValidity();
    if (half.length > 0 || Object.keys(seen).length > 0) {
      refuse(seen);
      return false;
    }
    setFaults({});
    setPending(true);
    try {
      await run();
      return true;
    } catch (error) {
      const found = faultsOf(error);
      if (Object.keys(found).length > 0) refuse(found);
      else setRefusal({ error, at: Date.now() });
      return false;
    } finally {
      setPending(false);
    }
  };
  const forget = (field: F) =>
    setFaults((former) => {
      if (former[field] === undefined) return former;
      const { ...rest } = former;
      delete rest[field];
      return rest;
    });
  return { pending, faults, refusal, area, send, forget };
}

/** Half-typed dates and times: to a browser they are empty. */
function halfTyped(area: HTMLElement | null): HTMLInputElement[] {
  return [...(area?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput);
}
