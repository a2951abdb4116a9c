/** What there is room for. As in table.css and phone.css. */
import { useEffect, useState } from 'preact/hooks';

/** `wide`: three columns; `middle`: two; `narrow`: one, a phone held upright; `flat`: two on a phone on its side. */
type Room = 'wide' | 'middle' | 'narrow' | 'flat';

const rooms: readonly (readonly [Room, MediaQueryList])[] = [
  ['narrow', matchMedia('(max-width: 40rem)')],
  ['flat', matchMedia('(max-height: 32rem)')],
  ['wide', matchMedia('(min-width: 75rem)')],
];
const now = (): Room => rooms.find(([, { matches }]) => matches)?.[0] ?? 'middle';

export function useRoom(): Room {
  const [room, setRoom] = useState(now);
  useEffect(() => {
    const look = () => setRoom(now());
    for (const [, query] of rooms) query.addEventListener('change', look);
    return () => {
      for (const [, query] of rooms) query.removeEventListener('change', look);
    };
  }, []);
  return room;
}
