import type { AccountPage } from '../../../../server/storefront/account-page-models.ts';
import { QATAR_TIME_ZONE } from '../../../shared/i18n/qatar-time.ts';
import { CheckField, Field, SelectField } from '../../parts/field.tsx';
import { useShop } from '../../parts/shop-context.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountFrame, Card } from './account-frame.tsx';

type Model = Extract<AccountPage, { kind: 'account-choices' }>;
type Choice = Model['preferences']['choices'][number];

/** Which notifications are sent by which channel, and the quiet hours. */
export function ChoicesPage({ page }: { page: Model }) {
  const { t } = useShop();
  const { preferences, zones, form, said } = page;
  const { choices, quietHours } = preferences;
  const open = choices.filter(({ isMandatory }) => !isMandatory);
  // Unticked boxes are not submitted; after a refusal, the ticked ones are in the form's values.
  const isRefused = 'shown' in form.values;
  const labels = { quietFrom: t('quiet.from'), quietUntil: t('quiet.until'), zone: t('quiet.zone') };
  return (
    <AccountFrame title={t('account.choices')} section="/account/notifications" said={said}>
      <AccountForm form={form} labels={labels} submit={t('common.save')}>
        <input type="hidden" name="shown" value={open.map(nameOf).join(' ')} />
        <Card title={t('choices.title')} hint={t('choices.hint')}>
          {open.length === 0 ? <p>{t('choices.none')}</p> : null}
          {byKind(open).map((kind) => (
            <fieldset key={kind[0]?.kind} className="choice">
              <legend>
                {kind[0]?.title}
                {kind[0]?.isHeld === true ? null : <span className="muted"> · {t('choices.notHeld')}</span>}
              </legend>
              {kind.map((choice) => (
                <CheckField
                  key={choice.channel}
                  name={nameOf(choice)}
                  form={form}
                  label={t(`channel.${choice.channel}`)}
                  isOn={choice.enabled && !isRefused}
                />
              ))}
            </fieldset>
          ))}
        </Card>
        <Card title={t('quiet.title')} hint={t('quiet.hint')}>
          <CheckField
            name="quiet"
            form={form}
            label={t('quiet.on')}
            isOn={quietHours !== null && !isRefused}
          />
          <div className="form-row">
            <Field
              name="quietFrom"
              form={form}
              label={labels.quietFrom}
              type="time"
              value={quietHours?.from ?? '22:00'}
              isLeftToRight
            />
            <Field
              name="quietUntil"
              form={form}
              label={labels.quietUntil}
              type="time"
              value={quietHours?.until ?? '07:00'}
              isLeftToRight
            />
          </div>
          <SelectField
            name="zone"
            form={form}
            label={labels.zone}
            value={quietHours?.zone ?? zones[0] ?? null}
            options={zones.map((zone) => ({
              value: zone,
              label: zone === QATAR_TIME_ZONE ? t('quiet.qatar') : zone.replaceAll('_', ' '),
            }))}
          />
        </Card>
      </AccountForm>
      <Always choices={choices.filter(({ isMandatory }) => isMandatory)} />
    </AccountFrame>
  );
}

/** Notifications that cannot be switched off, and why. */
function Always({ choices }: { choices: readonly Choice[] }) {
  const { t } = useShop();
  return (
    <Card title={t('always.title')} hint={t('always.hint')}>
      <ul className="always">
        {byKind(choices).map((kind) => (
          <li key={kind[0]?.kind}>
            {kind[0]?.title}{' '}
            <span className="muted">{kind.map(({ channel }) => t(`channel.${channel}`)).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function nameOf({ kind, channel }: Choice): string {
  return `${kind}.${channel}`;
}

function byKind(choices: readonly Choice[]): Choice[][] {
  const kinds = new Map<string, Choice[]>();
  for (const choice of choices) kinds.set(choice.kind, [...(kinds.get(choice.kind) ?? []), choice]);
  return [...kinds.values()];
}
