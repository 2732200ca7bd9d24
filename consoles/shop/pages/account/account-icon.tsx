/** Drawn on 24 by 24, in lines. */
const LINES = {
  orders: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  bell: 'M6 16v-5a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4',
  pin: 'M12 21c-4-4.5-6.5-7.6-6.5-11a6.5 6.5 0 0 1 13 0c0 3.4-2.5 6.5-6.5 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  message: 'M4 5h16v11H9l-4 3.5V16H4zM8 9h8M8 12h5',
  shield: 'M12 3l7 3v5c0 4.6-2.8 8-7 10-4.2-2-7-5.4-7-10V6zM9 12l2.2 2.2L15.5 10',
  phone: 'M8 3h8a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM11 18h2',
  computer: 'M4 5h16v11H4zM9 20h6M12 16v4',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4M10 13h5M10 16.5h5',
} as const;

/** Beside words that say the same. */
export function AccountIcon({ name }: { name: keyof typeof LINES }) {
  return (
    <svg className="account-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path
        d={LINES[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
