import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';

/** One error in a catalogue file. */
export interface Violation {
  /** Both count from 1. */
  line: number;
  column: number;
  /** RFC 6901 pointer into the file's content; '' is the whole file. */
  pointer: string;
  message: string;
}

/** The whole file is refused. The message lists every error with its line. */
export class CatalogueFileError extends Error {
  readonly faults: readonly Violation[];

  constructor(file: string, faults: readonly Violation[]) {
    const lines = [...faults]
      .sort((a, b) => a.line - b.line || a.column - b.column)
      .slice(0, MAX_SHOWN)
      .map(({ line, column, pointer, message }) => `  line ${line}, column ${column} ${pointer}: ${message}`);
    const more = faults.length > MAX_SHOWN ? [`  and ${faults.length - MAX_SHOWN} more`] : [];
    super(
      [`${file} is refused with ${faults.length} error(s); nothing was imported:`, ...lines, ...more].join(
        '\n',
      ),
    );
    this.name = 'CatalogueFileError';
    this.faults = faults;
  }
}

const MAX_SHOWN = 50;

export type SourcePath = readonly (string | number)[];

/** A parsed file that knows the line of each value. */
export class CatalogueSource {
  readonly value: unknown;
  readonly #contents: Node | null;
  readonly #lines: LineCounter;

  /**
   * Accepts JSON and the YAML that contains it. Throws CatalogueFileError for syntax errors, duplicate keys in an
   * object, and aliases.
   */
  constructor(file: string, text: string) {
    this.#lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: this.#lines,
      prettyErrors: false,
      stringKeys: true,
    });
    this.#contents = document.contents;
    const faults = document.errors.map(({ pos, message }) => this.#fault(pos[0], '', message));
    visit(document, {
      Alias: (_, node) => {
        faults.push(this.#fault(node.range?.[0] ?? 0, '', 'aliases are not allowed'));
      },
    });
    if (faults.length > 0) throw new CatalogueFileError(file, faults);
    this.value = document.toJS();
  }

  /** An error at a value, or at the nearest existing parent. */
  fault(path: SourcePath, message: string): Violation {
    return this.#fault(this.#offset(path), pointerOf(path), message);
  }

  /** An error at an object key that is not allowed. */
  faultAtKey(path: SourcePath, key: string, message: string): Violation {
    const parent = this.#node(path);
    const pair = isMap(parent)
      ? parent.items.find((item) => isScalar(item.key) && item.key.value === key)
      : undefined;
    const offset = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
    return this.#fault(offset ?? this.#offset(path), pointerOf([...path, key]), message);
  }

  #fault(offset: number, pointer: string, message: string): Violation {
    const { line, col } = this.#lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), pointer, message };
  }

  #offset(path: SourcePath): number {
    for (let length = path.length; length >= 0; length -= 1) {
      const offset = this.#node(path.slice(0, length))?.range?.[0];
      if (offset !== undefined) return offset;
    }
    return 0;
  }

  #node(path: SourcePath): Node | undefined {
    if (this.#contents === null) return undefined;
    if (path.length === 0) return this.#contents;
    if (!isCollection(this.#contents)) return undefined;
    const found: unknown = this.#contents.getIn(path, true);
    return isNode(found) && !isAlias(found) ? found : undefined;
  }
}

function pointerOf(path: SourcePath): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
