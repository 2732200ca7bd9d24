import type { components } from '../../../../server/kernel/http/api-types.ts';
import type { BrowsePage } from '../../../../server/storefront/browse-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { Way } from './way.tsx';

type PhoneApp = components['schemas']['PhoneApp'];

/** The version of Android that people know, by its API level. */
const ANDROID: Readonly<Record<number, string>> = { 26: '8', 29: '10' };
const BYTES_PER_KB = 1_000;
/** The same in every language. */
const VERIFY = 'apksigner verify --print-certs FILE.apk';

/** The phone apps: files, how to install them, how to check them. */
export function AppsPage({ page: { given } }: { page: Extract<BrowsePage, { kind: 'apps' }> }) {
  const { t } = useShop();
  const isGiven = given.data.some(({ newest }) => newest !== null);
  return (
    <div className="apps">
      <Way above={[]} here={t('phoneApps.title')} />
      <h1>{t('phoneApps.title')}</h1>
      <p>{t('phoneApps.lead')}</p>
      {isGiven ? null : <p>{t('phoneApps.none')}</p>}
      <div className="app-cards">
        {given.data.map((each) => (
          <App key={each.app} {...each} />
        ))}
      </div>
      {isGiven ? <Help signer={given.signer} /> : null}
    </div>
  );
}

function App({ app, newest }: PhoneApp) {
  const { t, format } = useShop();
  if (newest === null) return null;
  const { version, url, size, sha256, minSdk } = newest;
  const android = ANDROID[minSdk] ?? String(minSdk);
  return (
    <section data-app={app}>
      <h2>{t(`phoneApps.name.${app}`)}</h2>
      <p>
        <a className="button primary" href={url} download>
          {t('phoneApps.get', { version })}
        </a>
      </p>
      <p className="muted">
        {t('phoneApps.size', { size: format.number(Math.ceil(size / BYTES_PER_KB)), android })}
      </p>
      <p className="muted">
        SHA-256: <code className="hash">{sha256}</code>
      </p>
    </section>
  );
}

function Help({ signer }: { signer: string | null }) {
  const { t } = useShop();
  return (
    <>
      <h2>{t('phoneApps.install')}</h2>
      <ol>
        <li>{t('phoneApps.step.download')}</li>
        <li>{t('phoneApps.step.allow')}</li>
        <li>{t('phoneApps.step.update')}</li>
      </ol>
      <h2>{t('phoneApps.check')}</h2>
      <p>{t('phoneApps.check.how')}</p>
      <p>
        <code className="hash">{VERIFY}</code>
      </p>
      <p>
        <code className="hash">{signer}</code>
      </p>
    </>
  );
}
