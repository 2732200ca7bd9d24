/** One safeguard taken out of the sources, and the test that must notice. */
export interface Mutant {
  /** Names the safeguard that is removed. */
  name: string;
  /** From the project's root. */
  file: string;
  /** Must occur in the file exactly once. */
  find: string;
  replace: string;
  test: NamedTest;
  /** Must occur in the message of the failed assertion: a test that fails for another reason proves nothing. */
  says: string;
}

export interface NamedTest {
  /** From the project's root. */
  file: string;
  /** With the titles of its suites, as mocha prints it. */
  title: string;
}

/** The mutated text, or why the mutant no longer fits the file. */
export function mutate(
  { file, find, replace }: Mutant,
  source: string,
): { text: string } | { fault: string } {
  const found = source.split(find).length - 1;
  if (found !== 1) return { fault: `its text occurs ${found} times in ${file}, not once` };
  if (find === replace) return { fault: 'it changes nothing' };
  return { text: source.replace(find, () => replace) };
}
