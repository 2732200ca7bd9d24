import { type RefObject, useEffect, useRef, useState } from 'react';

/** What is wrong with which field, in the reader's words. */
export type FaultsOf<F extends string> = Partial<Record<F, string>>;

export interface Sending<F extends string> {
  pending: boolean;
  faults: FaultsOf<F>;
  /** What was refused where no field is at fault, and when. */
  refusal: { error: unknown; at: number } | null;
  /** Around the fields: the first one at fault gets the focus. */
  area: RefObject<HTMLDivElement | null>;
  /**
   * Sends, once at a time, unless something can be seen to be wrong beforehand. What was typed stays as it is. True when
   * it was done.
   */
  send(seen: FaultsOf<F>, run: () => Promise<void>): Promise<boolean>;
  /** Takes a fault away: its field is being edited. */
  forget(field: F): void;
}

const AT_FAULT = [
  ':is(input, textarea, select, button)[aria-invalid=true]',
  '[data-invalid=true] button',
  ':is([role=group], [role=radiogroup])[data-invalid] input',
  '[data-fault] input',
].join();

/** A form's way to the service. `faultsOf` says a refusal at the fields it is about; none, when it is about none. */
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
    // Each says so itself.
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

/** Days and times of which a part was typed: to a browser they are empty. */
function halfTyped(area: HTMLElement | null): HTMLInputElement[] {
  return [...(area?.querySelectorAll('input') ?? [])].filter(({ validity }) => validity.badInput);
}
