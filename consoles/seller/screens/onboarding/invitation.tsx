import { RegistrationInvitation } from '../../../shared/session/registration-invitation.tsx';
import { useOnboardingText } from '../../texts/onboarding-texts.ts';

export function Invitation() {
  const t = useOnboardingText();
  return <RegistrationInvitation question={t('invite.question')} detail={t('invite.detail')} />;
}
