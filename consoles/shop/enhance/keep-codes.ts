/** Copies and prints recovery codes. The buttons stay hidden without script. */
export function keepCodes(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy], [data-print]')) {
    button.hidden = false;
  }
  document.addEventListener('click', ({ target }) => {
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-copy], [data-print]') : null;
    if (button === null) return;
    if (button.hasAttribute('data-print')) window.print();
    else void copy(button);
  });
}

async function copy(button: HTMLElement): Promise<void> {
  const lines = document.querySelectorAll(`#${button.dataset.copy} > li`);
  try {
    await navigator.clipboard.writeText(Array.from(lines, (line) => line.textContent).join('\n'));
    button.textContent = button.dataset.copied ?? '';
  } catch {
    // Not permitted here: the text is selected instead, ready to be copied with one key.
    getSelection()?.selectAllChildren(document.querySelector(`#${button.dataset.copy}`) ?? button);
  }
}
