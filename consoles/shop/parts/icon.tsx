/** Drawn with one stroke in the surrounding text's colour, on a 24 px square. */
const SHAPES = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20',
  account: 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8zM4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  bell: 'M6 16.5h12l-1.5-2.4V10a4.5 4.5 0 0 0-9 0v4.1zM10 19.5a2.1 2.1 0 0 0 4 0',
  cart: 'M3 4.5h2.2l2.3 10.5h9.8l2.2-7.5H6.2M9 19.5h.01M16 19.5h.01',
  van: 'M3 6.5h10.5v10H3zM13.5 10h4l3.5 3.5v3h-7.5M7 19a1.8 1.8 0 1 0 0-.01M17 19a1.8 1.8 0 1 0 0-.01',
  cash: 'M3 7h18v10H3zM12 9.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 0 1 0-5zM6 12h.01M18 12h.01',
  calendar: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7M9 15l2 2l4-4',
  shop: 'M4 10v9.5h16V10M3 9.5L5 4.5h14l2 5a2.6 2.6 0 0 1-4.6 1.3a2.8 2.8 0 0 1-4.4 0a2.8 2.8 0 0 1-4.4 0A2.6 2.6 0 0 1 3 9.5zM10 19.5v-5h4v5',
  orders: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  pin: 'M12 21c-4-4.5-6.5-7.6-6.5-11a6.5 6.5 0 0 1 13 0c0 3.4-2.5 6.5-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  message: 'M4 5h16v11H9l-4 3.5V16H4zM8 9h8M8 12h5',
  shield: 'M12 3l7 3v5c0 4.6-2.8 8-7 10-4.2-2-7-5.4-7-10V6zM9 12l2.2 2.2L15.5 10',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  share: 'M12 15V4M8 7.5L12 3.5l4 4M6 11.5v8.5h12v-8.5',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 13h5M10 16.5h5',
} as const;

export type IconName = keyof typeof SHAPES;

/** Decorative: the text beside it, or the label of its container, carries the meaning. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={SHAPES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
