import { type RefObject, useLayoutEffect, useState } from 'react';

/** An element's current width in pixels; 0 until it has been measured. */
export function useWidth(of: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = of.current;
    if (element === null) return;
    setWidth(Math.round(element.clientWidth));
    const observer = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return width;
}
