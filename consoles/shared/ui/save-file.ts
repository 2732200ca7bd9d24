/** Downloads a text made here, or a file that was fetched. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed: some browsers read the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
