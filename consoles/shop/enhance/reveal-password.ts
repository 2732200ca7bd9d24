/** A button on each password's field that shows what is typed, for who has script. */
export function revealPasswords(): void {
  for (const around of document.querySelectorAll<HTMLElement>('.password:not(:has(.reveal))')) {
    const field = around.querySelector('input');
    if (field === null) continue;
    const { show = '', hide = '' } = around.dataset;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'reveal';
    button.setAttribute('aria-controls', field.id);
    const draw = () => {
      const isShown = field.type === 'text';
      button.textContent = isShown ? hide : show;
      button.setAttribute('aria-label', `${isShown ? hide : show}: ${field.labels?.[0]?.textContent ?? ''}`);
    };
    button.addEventListener('click', () => {
      field.type = field.type === 'text' ? 'password' : 'text';
      draw();
      field.focus();
    });
    // It is sent as a password, so that a browser offers to keep it and shows it nowhere.
    field.form?.addEventListener('submit', () => {
      field.type = 'password';
    });
    draw();
    around.append(button);
  }
}
