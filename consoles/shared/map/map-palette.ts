/**
 * Colours of the map. They are defined here because canvas and WebGL cannot read custom properties; marks differ in
 * shape, too.
 */
export interface MapPalette {
  sea: string;
  coast: string;
  abroad: string;
  land: string;
  border: string;
  motorway: string;
  street: string;
  streetMinor: string;
  streetRim: string;
  streetText: string;
  text: string;
  halo: string;
  /** Drawn below marks, so that they stand out from any background. */
  rim: string;
  ink: string;
  late: string;
  risk: string;
  waiting: string;
  underWay: string;
  done: string;
  driving: string;
  idle: string;
  onBreak: string;
  away: string;
  zone: string;
  route: string;
  uncovered: string;
  selection: string;
}

export type MapTheme = 'light' | 'dark';

export const PALETTES: Record<MapTheme, MapPalette> = {
  light: {
    sea: '#d8e6ee',
    coast: '#a9c3d1',
    abroad: '#ecebe6',
    land: '#f5f2ea',
    border: '#d6cfbf',
    motorway: '#fbdda0',
    street: '#ffffff',
    streetMinor: '#fdfcf9',
    streetRim: '#d0c8b6',
    streetText: '#5b5547',
    text: '#4b5563',
    halo: '#ffffff',
    rim: '#ffffff',
    ink: '#111827',
    late: '#c81e1e',
    risk: '#b45309',
    waiting: '#6d28d9',
    underWay: '#475569',
    done: '#94a3b8',
    driving: '#1d64d8',
    idle: '#15803d',
    onBreak: '#b45309',
    away: '#6b7280',
    zone: '#0f766e',
    route: '#1d64d8',
    uncovered: '#c81e1e',
    selection: '#111827',
  },
  dark: {
    sea: '#0d171e',
    coast: '#2b4150',
    abroad: '#161f26',
    land: '#1d2830',
    border: '#33424d',
    motorway: '#6b5a38',
    street: '#3d4c58',
    streetMinor: '#2c3943',
    streetRim: '#121a20',
    streetText: '#a9b4bd',
    text: '#b8c4cd',
    halo: '#0d171e',
    rim: '#0b1217',
    ink: '#f3f4f6',
    late: '#ff6b63',
    risk: '#f59e0b',
    waiting: '#b794ff',
    underWay: '#a3b3c2',
    done: '#5d6b77',
    driving: '#5aa2ff',
    idle: '#3ecf7a',
    onBreak: '#f5a623',
    away: '#8b96a3',
    zone: '#2dd4bf',
    route: '#5aa2ff',
    uncovered: '#ff6b63',
    selection: '#f3f4f6',
  },
};
