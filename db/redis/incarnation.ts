/**
 * An incarnation names its process too: `<node>.<fresh UUID>`. Messages go to the process, which keeps one channel
 * for life, and say which incarnation they mean.
 */
export function incarnationOf(node: string, id: string): string {
  return `${node}.${id}`;
}

export function nodeOf(incarnation: string): string {
  return incarnation.slice(0, incarnation.indexOf('.'));
}
