import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useSharedText } from '../i18n/shared-texts.ts';
import { IconButton } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password, which whoever types it may look at. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'leftToRight'>) {
  const t = useSharedText();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      leftToRight
      end={
        <IconButton
          size="small"
          label={t(shown ? 'signIn.hide' : 'signIn.show')}
          icon={shown ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
