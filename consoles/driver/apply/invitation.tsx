import { RegistrationInvitation } from '../../shared/session/registration-invitation.tsx';
import { useApplyText } from './apply-texts.ts';

export function Invitation() {
  const t = useApplyText();
  return <RegistrationInvitation question={t('apply.invite')} detail={t('apply.invite.detail')} />;
}
