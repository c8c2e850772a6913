/** The number by which people tell apart what has no other: the last eight digits of its id. The first eight are its time, the same for a minute. */
export const shortId = (id: string): string => id.slice(-8).toUpperCase()

/** Whether a text may be such a number. */
export const isShortId = (text: string): boolean => /^[0-9a-f]{8}$/i.test(text)
