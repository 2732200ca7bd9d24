import { ReasonField as PresetField, type ReasonFieldProps } from '../../shared/forms/reason-field.tsx';
import { type ReasonPreset, usePresetText } from '../texts/reason-presets.ts';

type Props = Omit<ReasonFieldProps, 'presets'> & { presets: readonly ReasonPreset[] };

/** Why, with the reasons that dispatchers give. */
export function ReasonField({ presets, ...props }: Props) {
  const text = usePresetText();
  return <PresetField {...props} presets={presets.map((id) => ({ id, text: text(id) }))} />;
}
