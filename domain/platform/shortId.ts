/** The number by which people tell apart what has no other: the last eight digits of its id. The first eight are its time, the same for a minute. */
export const shortId = (id: string): string => id.slice(-8).toUpperCase()
