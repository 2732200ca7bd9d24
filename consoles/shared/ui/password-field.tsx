import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { usePasswordText } from '../i18n/password-texts.ts';
import { IconButton } from './button.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** A password field with a button that shows the password. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end' | 'leftToRight'>) {
  const t = usePasswordText();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      leftToRight
      end={
        <IconButton
          size="small"
          label={t(shown ? 'password.hide' : 'password.show')}
          icon={shown ? <EyeOff aria-hidden size={18} /> : <Eye aria-hidden size={18} />}
          onPress={() => setShown(!shown)}
        />
      }
    />
  );
}
