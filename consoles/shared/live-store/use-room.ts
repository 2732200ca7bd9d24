import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useLiveHub } from './live-context.tsx';
import { type RoomSource, RoomStore, type RoomView } from './room-store.ts';

const NOTHING: RoomView<never> = { state: null, room: 'offline', error: null };

/**
 * A room's state, kept current: `useRoom(`zone:${id}`, { read, reduce })`. One component follows a room at a time.
 * The source that counts is that of the first draw with this room.
 */
export function useRoom<S>(room: string | null, source: RoomSource<S>): RoomView<S> {
  const hub = useLiveHub();
  const latest = useRef(source);
  latest.current = source;
  const [store, setStore] = useState<RoomStore<S> | null>(null);
  useEffect(() => {
    if (hub === null || room === null) return;
    const opened = new RoomStore(hub, room, latest.current);
    setStore(opened);
    return () => {
      opened.close();
      setStore(null);
    };
  }, [hub, room]);
  return useSyncExternalStore(
    (listener) => store?.subscribe(listener) ?? (() => undefined),
    () => store?.view ?? NOTHING,
  );
}
