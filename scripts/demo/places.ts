/** Real corners of Doha, with blue-plate numbers of their neighbourhoods. */
export const PLACES = {
  souqWaqif: {
    zoneNumber: 5,
    streetNumber: 905,
    buildingNumber: 12,
    location: { latitude: 25.2867, longitude: 51.5333 },
  },
  westBay: {
    zoneNumber: 61,
    streetNumber: 850,
    buildingNumber: 24,
    location: { latitude: 25.3253, longitude: 51.5297 },
  },
  msheireb: {
    zoneNumber: 3,
    streetNumber: 910,
    buildingNumber: 7,
    location: { latitude: 25.2854, longitude: 51.5256 },
  },
} as const;
