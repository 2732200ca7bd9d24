import type { Finding } from './findings.ts';

export interface FuzzFigures {
  /** Different requests; those repeated to attribute a change or a pause are not counted. */
  requests: number;
  repeated: number;
  /** Live messages and raw frames. */
  messages: number;
  /** By status. */
  answers: Record<string, number>;
  operations: number;
  /** Of pairs of a place in the contract and a boundary value: how many were tried, of how many. */
  boundaries: { tried: number; all: number };
  /** Refused requests after which the written rows were compared, and those that were only sent among accepted ones. */
  compared: number;
  notCompared: number;
  /** Longest pause of the event loop that one request caused by itself, in milliseconds. */
  worstPause: number;
  findings: Finding[];
}
