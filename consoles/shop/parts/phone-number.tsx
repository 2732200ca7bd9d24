/** "+974 4460 1122", which reads the same way in both languages. */
export function PhoneNumber({ phone }: { phone: string }) {
  return (
    <bdi dir="ltr" className="digits unbroken">
      {phone.replace(/^(\+974)(\d{4})(\d{4})$/, '$1 $2 $3')}
    </bdi>
  );
}
