/** Copies and prints what is shown once. The buttons are for browsers with script: without it they stay hidden. */
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
    // Not allowed here: what is to be copied is marked instead, so that it takes one key.
    getSelection()?.selectAllChildren(document.querySelector(`#${button.dataset.copy}`) ?? button);
  }
}
