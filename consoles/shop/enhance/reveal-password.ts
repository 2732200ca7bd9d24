/** Adds a button to each password field that shows the typed text. */
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
    // Submitted as a password field, so that browsers offer to save it and do not store it as text.
    field.form?.addEventListener('submit', () => {
      field.type = 'password';
    });
    draw();
    around.append(button);
  }
}
