import { useShop } from './shop-context.tsx';

/**
 * Hidden fields of every form that changes something; a form's own fields may not use their names.
 * @param name Distinguishes forms of one page.
 */
export function FormFields({ name }: { name: string }) {
  const { formToken, formKey, path, search } = useShop();
  return (
    <>
      <input type="hidden" name="token" value={formToken} />
      <input type="hidden" name="key" value={`${formKey}-${name}`} />
      <input type="hidden" name="from" value={path + search} />
    </>
  );
}
