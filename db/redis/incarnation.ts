/**
 * An incarnation's id contains its process: `<node>.<new UUID>`. Messages are addressed to the process, which keeps one
 * channel for its lifetime, and name the incarnation they are for.
 */
export function incarnationOf(node: string, id: string): string {
  return `${node}.${id}`;
}

export function nodeOf(incarnation: string): string {
  return incarnation.slice(0, incarnation.indexOf('.'));
}
