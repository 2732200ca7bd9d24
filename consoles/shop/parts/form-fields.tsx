import { useShop } from './shop-context.tsx';

/** What every form that changes something carries: no field of its own may be called so. @param name Tells forms of one page apart. */
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
