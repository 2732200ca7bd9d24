import { foldText } from '../../shared/ui/fold-text.ts';
import type { BoardGroup } from './order-types.ts';

/** Letters from which on the service is searched, too, which covers every line and ended orders. */
export const ASKED_FROM = 2;

/** Whether number, buyer or first line contain all words; or the text is the group's id, as on a scanned label. */
export function matches(group: BoardGroup, words: string): boolean {
  if (words.trim().toLowerCase() === group.groupId) return true;
  const folded = foldText(`${group.orderNumber} ${group.buyerName} ${group.firstLine}`);
  return foldText(words)
    .split(' ')
    .filter(Boolean)
    .every((word) => folded.includes(word));
}

/** Matching groups of the board, and those the service found. */
export function found(
  board: Iterable<BoardGroup>,
  words: string,
  fromService: readonly BoardGroup[],
): BoardGroup[] {
  const others = new Map(fromService.map((group) => [group.groupId, group]));
  const all: BoardGroup[] = [];
  for (const group of board) {
    if (matches(group, words) || others.has(group.groupId)) all.push(group);
    others.delete(group.groupId);
  }
  return [...all, ...others.values()];
}
