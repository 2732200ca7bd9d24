/** Script enhancements of a checkout: a running total, a countdown, addresses chosen by a tap. */
export function enhanceCheckout(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-checkout]');
  if (form !== null) {
    form.addEventListener('change', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
      if (target.name.startsWith('method-')) showTotal(form);
      if (target.name === 'address' && target.value !== 'new' && target.value !== '')
        form.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="address"]'));
    });
    // The browser may have restored earlier choices.
    showTotal(form);
  }
  const reserved = document.querySelector<HTMLElement>('[data-countdown]');
  if (reserved !== null) countDown(reserved);
}

function showTotal(form: HTMLFormElement): void {
  const chosen = [...form.querySelectorAll<HTMLInputElement>('input[data-price]:checked')];
  const shipping = chosen.reduce((sum, { dataset }) => sum + halalas(dataset.price), 0);
  const total = halalas(form.dataset.checkout) + shipping;
  const sent = form.querySelector<HTMLInputElement>('input[name="total"]');
  if (sent !== null) sent.value = inRiyals(total);
  show(form, 'shipping', shipping);
  show(form, 'total', total);
}

/** Skipped if the page shows it already: on a slow phone the first number format costs more than all else here. */
function show(form: HTMLFormElement, mark: string, halalas: number): void {
  const field = form.querySelector<HTMLElement>(`[data-sum="${mark}"]`);
  const amount = inRiyals(halalas);
  if (field === null || field.dataset.amount === amount) return;
  const tag = form.dataset.language === 'ar' ? 'ar-QA-u-nu-latn' : 'en-GB';
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'QAR', minimumFractionDigits: 2 });
  field.textContent = money.format(halalas / 100);
  field.dataset.amount = amount;
}

function halalas(amount = '0'): number {
  return Math.round(Number(amount) * 100);
}

/** An amount in the API's form. */
function inRiyals(amount: number): string {
  return (amount / 100).toFixed(2);
}

/** When it ends, the page is loaded again, which says what to do. */
function countDown(field: HTMLElement): void {
  const end = performance.now() + Number(field.dataset.countdown) * 1_000;
  const show = () => {
    const left = Math.ceil((end - performance.now()) / 1_000);
    if (left <= 0) {
      clearInterval(ticking);
      location.replace(location.pathname);
      return;
    }
    const minutes = String(Math.floor(left / 60)).padStart(2, '0');
    const seconds = String(left % 60).padStart(2, '0');
    field.textContent = `${field.dataset.text} \u2068${minutes}:${seconds}\u2069`;
  };
  const ticking = setInterval(show, 1_000);
  show();
}
