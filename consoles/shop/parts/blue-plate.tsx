import { useShop } from './shop-context.tsx';

/** A plate as it hangs beside Qatar's doors, in both languages; it is never mirrored. */
export function BluePlate() {
  const { t } = useShop();
  return (
    <svg
      className="blue-plate"
      viewBox="0 0 240 150"
      width="240"
      height="150"
      role="img"
      aria-label={t('address.platePicture')}
      direction="ltr"
    >
      <rect x="1" y="1" width="238" height="148" rx="12" fill="#1d4f91" />
      <rect x="6" y="6" width="228" height="138" rx="9" fill="none" stroke="#fff" strokeWidth="2" />
      <g fill="#fff" textAnchor="middle">
        <text x="70" y="30" fontSize="13">
          Building
        </text>
        <text x="170" y="30" fontSize="14" direction="rtl">
          مبنى
        </text>
        <text x="120" y="80" fontSize="48" fontWeight="600">
          12
        </text>
        <path d="M6 92 H234 M120 92 V144" stroke="#fff" strokeWidth="2" />
        <text x="38" y="110" fontSize="12">
          Zone
        </text>
        <text x="88" y="110" fontSize="13" direction="rtl">
          منطقة
        </text>
        <text x="63" y="137" fontSize="25" fontWeight="600">
          61
        </text>
        <text x="152" y="110" fontSize="12">
          Street
        </text>
        <text x="202" y="110" fontSize="13" direction="rtl">
          شارع
        </text>
        <text x="177" y="137" fontSize="25" fontWeight="600">
          836
        </text>
      </g>
    </svg>
  );
}
